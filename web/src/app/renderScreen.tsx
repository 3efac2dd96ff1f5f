import type { Credentials } from '@companion/contract/session';
import { renderToStringAsync } from 'preact-render-to-string';
import { AppRoot } from './AppRoot.tsx';
import { createStore } from './createStore.ts';
import { routes } from './routes.tsx';

/** Of an attendee of unknown name. */
const ANYONE: Credentials = {
  profile: {
    ...{ id: '', firstName: '', lastName: '', email: '', phone: '', organizationName: '', organizationType: '' },
    ...{ registrationComplete: true, preEventComplete: true, postEventComplete: true, smsEnabled: false },
  },
  access_token: 'none',
  refresh_token: 'none',
};

/**
 * Renders a screen without a browser: a public one as a guest sees it, a protected one as an attendee sees it before the
 * lists have arrived.
 * @public called by the build (prerenderScreens.ts)
 */
export async function renderScreen(name: string, pathname: string): Promise<string> {
  const initial = { pathname, search: '', hash: '', state: null, key: '' };
  const { isProtected } = routes.find((route) => route.name === name) ?? {};
  return renderToStringAsync(<AppRoot store={createStore(isProtected && ANYONE)} initial={initial} />);
}
