import type { Credentials } from '@companion/contract/session';
import { renderToStringAsync } from 'preact-render-to-string';
import { AppRoot } from './AppRoot.tsx';
import { createStore } from './createStore.ts';

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
 * Renders a screen without a browser, as a guest sees it, or as an attendee sees it before the lists have arrived.
 * @public called by the build (prerenderScreens.ts)
 */
export async function renderScreen(pathname: string, visitor: 'guest' | 'attendee'): Promise<string> {
  const initial = { pathname, search: '', hash: '', state: null, key: '' };
  const store = createStore(visitor === 'attendee' ? ANYONE : undefined);
  return renderToStringAsync(<AppRoot store={store} initial={initial} />);
}
