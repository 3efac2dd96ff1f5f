import type { Credentials } from '@companion/contract/session';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { AppRoot } from './App.tsx';
import { createStore } from './createStore.ts';

/** Of an attendee of unknown name. */
const ANYONE: Credentials = {
  profile: {
    id: '',
    firstName: '',
    lastName: '',
    email: '',
    phone: '',
    organizationName: '',
    organizationType: '',
    registrationComplete: true,
    preEventComplete: true,
    postEventComplete: true,
    smsEnabled: false,
  },
  access_token: 'none',
  refresh_token: 'none',
};

/**
 * Renders a screen without a browser, as a guest sees it, or as an attendee sees it before the lists have arrived.
 * @public called by the build (prerenderScreens.ts)
 */
export async function renderScreen(pathname: string, visitor: 'guest' | 'attendee'): Promise<string> {
  const store = createStore(visitor === 'attendee' ? ANYONE : undefined);
  const router = (app: ReactNode) => <StaticRouter location={pathname}>{app}</StaticRouter>;
  const { prelude } = await prerender(<AppRoot store={store} atStart={store.getState()} router={router} />, {
    // React would put a larger screen behind an inline script, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // Takes the preloads of pictures, which React would otherwise write into the screen. The page finds them in it.
    onHeaders: () => {},
  });
  return new Response(prelude).text();
}
