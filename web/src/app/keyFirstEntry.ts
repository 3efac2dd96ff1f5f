/**
 * Gives the entry of the history at which the app starts a key of its own, which it keeps when it is reloaded. The router
 * calls each such entry "default", so what is kept for one address would be found at the next that is opened.
 */
export function keyFirstEntry(): void {
  const state: unknown = window.history.state;
  if (Object(state).key === undefined) {
    window.history.replaceState({ ...Object(state), key: crypto.getRandomValues(new Uint32Array(1)).join() }, '');
  }
}
