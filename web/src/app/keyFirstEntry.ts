/**
 * Gives the first history entry a key of its own, which survives a reload. The router calls every first entry
 * "default", so data stored for one address would be found at the next one opened.
 */
export function keyFirstEntry(): void {
  const state: unknown = window.history.state;
  if (Object(state).key === undefined) {
    window.history.replaceState({ ...Object(state), key: crypto.getRandomValues(new Uint32Array(1)).join() }, '');
  }
}
