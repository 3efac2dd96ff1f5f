import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { selectNetworkState } from '../session/networkSlice.ts';
import { tabStorage } from '../session/safeStorage.ts';
import { selectHasEnded, selectIsAuthenticated } from '../session/sessionSlice.ts';
import { AppRoot } from './App.tsx';
import type { createStore } from './createStore.ts';

/** A control that has not come by then is not part of the screen that the app shows. */
const FOCUS_TIMEOUT_MS = 5000;

type Store = ReturnType<typeof createStore>;

/**
 * Shows the app. A screen that came as HTML is kept, with its focus and what was typed, if the app would show the same;
 * otherwise it is replaced, and the same control gets the focus.
 */
export function mountApp(element: HTMLElement, store: Store): void {
  nameEntry();
  const app = <AppRoot store={store} atStart={store.getState()} router={inBrowser} />;
  if (isAsRendered(element, store)) {
    // In slices, between which the browser handles what is typed.
    startTransition(() => {
      hydrateRoot(element, app);
    });
    return;
  }
  const focused = element.querySelector(':focus');
  delete element.dataset.screen;
  if (focused) moveFocus(element, focused);
  // React replaces the HTML with its first commit, so that nothing flashes.
  createRoot(element).render(app);
}

// A tab opens at once: React would show the old page until it has rendered a new one in slices.
const inBrowser = (app: ReactNode) => <BrowserRouter useTransitions={false}>{app}</BrowserRouter>;

/** Scroll positions and drafts belong to an entry of the history. The router names all that it did not make "default". */
function nameEntry(): void {
  const { history } = window;
  if (Object(history.state).key) return;
  history.replaceState({ ...history.state, key: crypto.getRandomValues(new Uint32Array(2)).join('-') }, '');
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

/** Each screen names its path (prerenderScreens.ts). The HTML is that of a guest with a network, who has typed nothing in this tab and follows no link with a prefilled form. */
export function isAsRendered({ dataset }: HTMLElement, store: Store): boolean {
  const state = store.getState();
  const { pathname, search } = window.location;
  return (
    dataset.screen === pathname &&
    search === '' &&
    selectNetworkState(state) === 'online' &&
    !Object(window.history.state).usr &&
    !selectIsAuthenticated(state) &&
    !selectHasEnded(state) &&
    tabStorage.isEmpty()
  );
}
