/** Whether a person has pressed, typed or scrolled something in this page since a request last said so. */
let isUsed = false;

for (const act of ['pointerdown', 'keydown', 'wheel']) {
  globalThis.addEventListener?.(act, ({ isTrusted }) => (isUsed ||= isTrusted), { capture: true, passive: true });
}

/**
 * Whether a person has used the page, once: the next request says so, and the session goes on (decision 054). What an
 * open page asks for by itself does not keep it alive.
 */
export function takeUse(): boolean {
  const wasUsed = isUsed;
  isUsed = false;
  return wasUsed;
}
