import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentVisit } from '../router/browserHistory.ts';
import { tabStorage } from '../session/safeStorage.ts';
import { selectHasEnded, selectIsAuthenticated } from '../session/sessionSlice.ts';
import { AppRoot } from './AppRoot.tsx';
import type { createStore } from './createStore.ts';

type Store = ReturnType<typeof createStore>;

/**
 * Shows the app. A screen that came as HTML is kept, with its focus and what was typed, if the app would show the same;
 * otherwise it is replaced.
 */
export function mountApp(element: HTMLElement, store: Store): void {
  if (isAsRendered(element, store)) {
    hydrateRoot(element, <AppRoot store={store} />);
    return;
  }
  element.replaceChildren();
  delete element.dataset.screen;
  createRoot(element).render(<AppRoot store={store} />);
}

/** Each screen names its path (prerenderScreens.ts). The HTML is that of a guest who has typed nothing in this tab and follows no link with a prefilled form. */
function isAsRendered({ dataset }: HTMLElement, store: Store): boolean {
  const state = store.getState();
  const { pathname, search, state: passed } = currentVisit().location;
  return (
    dataset.screen === pathname &&
    search === '' &&
    passed === null &&
    !selectIsAuthenticated(state) &&
    !selectHasEnded(state) &&
    tabStorage.isEmpty()
  );
}
