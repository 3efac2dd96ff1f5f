import { paths, type RouteName, routePatterns } from '../../../web/src/paths.ts';
import { resetPath, type Visitor } from './visitors.ts';

/** A screen to measure. */
export interface BenchPage {
  /** The pattern of its path, as in web/budgets.json. */
  name: string;
  visitor: Visitor;
  path: string | ((api: string) => Promise<string>);
  /** The element that makes the screen usable: the first card, or the button. */
  usable: string;
  /** The element that appears once a press on `usable` is answered. Without it, `usable` works as soon as it appears. */
  answer?: string;
  /** What the first tap presses. Default: `usable`. */
  tap?: string;
  /** The part of the address of the list that the first card needs. */
  needs?: string;
}

type Screen = Omit<BenchPage, 'name' | 'path' | 'visitor'> & Partial<Pick<BenchPage, 'path' | 'visitor'>>;

const CONTENT = '/api/public/content';
const QUESTIONS = '/questions';
const SEND = 'main form button[type=submit]';
const INVALID = '[aria-invalid=true]';
/** Not a sponsor's own site, which the network does not have. */
const MENU = 'nav a[href="/agenda"]';

/** Every route. Attendees open them unless stated otherwise. */
const SCREENS: Record<RouteName, Screen> = {
  // On a busy machine it has led on before the tap: to the login screen, whose heading may not be there yet.
  splash: { visitor: 'guest', usable: 'main h1', tap: 'body' },
  login: { visitor: 'guest', usable: SEND, answer: INVALID },
  registration: { visitor: 'guest', usable: SEND, answer: INVALID },
  completeRegistration: { visitor: 'imported', usable: SEND },
  privacyPolicy: { visitor: 'guest', usable: 'main article h2', tap: 'main article a' },
  lostPassword: { visitor: 'guest', usable: SEND, answer: INVALID },
  resetPassword: { visitor: 'guest', path: resetPath, usable: SEND },
  // Leads to the login screen.
  logout: { usable: SEND },
  preventSurvey: { usable: 'main ol a', needs: QUESTIONS },
  posteventSurvey: { usable: 'main ol a', needs: QUESTIONS },
  dashboard: { usable: 'main article a', needs: CONTENT },
  polls: { usable: 'main ol a', needs: QUESTIONS },
  question: {
    path: paths.question('post-event', 'best-part'),
    usable: SEND,
    tap: 'main form label',
    needs: QUESTIONS,
  },
  agenda: { usable: 'main article a', needs: CONTENT },
  speakers: { usable: 'main li a', needs: CONTENT },
  contentItem: {
    path: paths.contentItem('agenda', 'panel-set-asides'),
    usable: 'main article section button',
    needs: CONTENT,
  },
  share: { path: paths.share('agenda', 'panel-set-asides'), usable: SEND, answer: INVALID, needs: CONTENT },
  sponsors: { usable: 'main section li a', tap: MENU, needs: CONTENT },
  profile: { usable: 'main li a' },
  notifications: { usable: 'main h1' },
  myThings: { usable: 'main h1' },
  search: { usable: 'main input', needs: CONTENT },
  giveUsFeedback: { usable: SEND },
  aboutUs: { usable: 'main article h2', tap: 'main article a' },
  editProfile: { usable: SEND },
};

const pageOf = (route: RouteName): BenchPage => {
  const name = routePatterns[route];
  return { name, path: name, visitor: 'attendee', ...SCREENS[route] };
};

// Object.keys loses the key type.
export const PAGES = (Object.keys(SCREENS) as RouteName[]).map(pageOf);

/** The screens that are also measured on repeat visits. */
export const REPEATED: readonly string[] = [paths.login, paths.dashboard, paths.agenda];

/** The entries of the bottom menu. */
export const TABS = (['agenda', 'sponsors', 'profile', 'dashboard'] as const).map(pageOf);

export const FLOOR: BenchPage = { name: 'floor', path: '/', visitor: 'guest', usable: 'h1' };

/** The address of a page. @param api the server's own address, which needs no trust in a certificate */
export const addressOf = async ({ path }: BenchPage, url: string, api: string): Promise<string> =>
  url + (typeof path === 'string' ? path : await path(api));
