import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentVisit } from '../router/browserHistory.ts';
import { tabStorage } from '../session/safeStorage.ts';
import { selectHasEnded, selectIsAuthenticated } from '../session/sessionSlice.ts';
import { AppRoot } from './AppRoot.tsx';
import type { createStore } from './createStore.ts';

/** A control that has not come by then is not part of the screen that the app shows. */
const FOCUS_TIMEOUT_MS = 5000;

type Store = ReturnType<typeof createStore>;

/**
 * Shows the app. A screen that came as HTML is kept, with its focus and what was typed, if the app would show the same;
 * otherwise it is replaced, and the same control gets the focus.
 */
export function mountApp(element: HTMLElement, store: Store): void {
  if (isAsRendered(element, store)) {
    hydrateRoot(element, <AppRoot store={store} />);
    return;
  }
  const focused = element.querySelector(':focus');
  element.replaceChildren();
  delete element.dataset.screen;
  if (focused) moveFocus(element, focused);
  createRoot(element).render(<AppRoot store={store} />);
}

/** Waits for the control, whose screen may still load, until something else gets the focus. */
function moveFocus(element: HTMLElement, from: Element): void {
  const name = nameOf(from);
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return observer.disconnect();
    const controls = [...element.querySelectorAll<HTMLElement>(from.tagName)];
    controls.find((control) => nameOf(control) === name)?.focus();
  });
  observer.observe(element, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), FOCUS_TIMEOUT_MS);
}

const nameOf = (control: Element) => `${control.getAttribute('name')} ${control.textContent}`;

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
