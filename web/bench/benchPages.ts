/** A screen to measure. */
export interface BenchPage {
  name: string;
  path: string;
  isSignedIn: boolean;
  /** The element that makes the screen usable: the first card, or the button. */
  usable: string;
  /** The element that appears once a press on `usable` is answered. Without it, `usable` works as soon as it appears. */
  answer?: string;
  /** The part of the address of the last request that the first card needs. */
  needs: string;
}

const CONTENT = '/api/public/content';

export const PAGES: BenchPage[] = [
  {
    name: '/login',
    path: '/login',
    isSignedIn: false,
    usable: 'form button[type=submit]',
    answer: '[aria-invalid=true]',
    needs: '/assets/',
  },
  ...[
    { path: '/dashboard', usable: 'main article a', needs: CONTENT },
    { path: '/agenda', usable: 'main article a', needs: CONTENT },
    { path: '/polls', usable: 'main ol a', needs: '/questions' },
    { path: '/agenda/speakers', usable: 'main li a', needs: CONTENT },
    { path: '/sponsors', usable: 'main section li a', needs: CONTENT },
    { path: '/profile', usable: 'main li a', needs: '/assets/' },
  ].map((page) => ({ ...page, name: page.path, isSignedIn: true })),
];

export const FLOOR: Omit<BenchPage, 'name'> = { path: '/', isSignedIn: false, usable: 'h1', needs: '/assets/' };
