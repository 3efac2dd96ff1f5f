import './ui/tokens.css';
import './ui/base.css';
import './app/boot.css';
import { watchReachability } from '@companion/client/network/watchReachability';
import { refetchAfterOutage } from './api/refetchAfterOutage.ts';
import { reachability } from './api/server.ts';
import { createStore } from './app/createStore.ts';
import { holdInstallPrompt } from './app/installPrompt.ts';
import { isAsRendered, mountApp } from './app/mountApp.tsx';
import { preloadPage } from './app/routes.tsx';
import { doInBackground, keepLists } from './app/whileSignedIn.ts';
import { setOnline, setReachable } from './session/networkSlice.ts';
import { selectIsAuthenticated } from './session/sessionSlice.ts';
import { syncTabs } from './session/syncTabs.ts';
import { tidyAtStart } from './session/tidyDevice.ts';
import { tellSignOuts } from './signin/tellSignOuts.ts';
import { timeout } from './time.ts';

/** The first screen waits no longer for the lists: a placeholder is better than nothing. */
const RESTORE_TIMEOUT_MS = 300;
/** On a bad network the app shows what it is doing. */
const PAGE_TIMEOUT_MS = 1000;

holdInstallPrompt();
const store = createStore();
for (const type of ['online', 'offline']) addEventListener(type, () => store.dispatch(setOnline(navigator.onLine)));
watchReachability(reachability, (isReachable) => store.dispatch(setReachable(isReachable)));
syncTabs(store);
refetchAfterOutage(store);

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');
const mount = () => {
  mountApp(element, store);
  doInBackground(store);
};
// Reads the lists that the phone keeps before React renders, so that the first screen shows them.
const isRestored = Promise.race([keepLists(store), timeout(RESTORE_TIMEOUT_MS)]);
const isLoaded = preloadPage(window.location.pathname);
// A screen that came as HTML stays until the page's code is here: React would replace it with a placeholder.
if (isAsRendered(element, store)) void isLoaded.then(mount);
else if (selectIsAuthenticated(store.getState())) {
  // Until the page can be shown, its frame stays, which came as HTML.
  void Promise.all([isRestored, Promise.race([isLoaded, timeout(PAGE_TIMEOUT_MS)])]).then(mount);
} else mount();
void tellSignOuts(store);
reachability.onReachable(() => void tellSignOuts(store));
void tidyAtStart(() => store.getState().session);
