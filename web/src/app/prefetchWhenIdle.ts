interface Device {
  /** The user's data-saving preference (Save-Data). Not in every browser. */
  connection?: { saveData?: boolean };
}

/** A phone that is never idle gets the rest one by one all the same. */
const MAX_WAIT_MS = 5000;

/** Resolves when the browser is idle. Safari does not report it, so a short delay has to do. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: MAX_WAIT_MS });
    else setTimeout(resolve, 200);
  });

/**
 * Fetches what the app needs offline in advance: one at a time, when the browser is idle, and not in data-saving mode.
 * Returns a function that stops it.
 */
export function prefetchWhenIdle(
  loaders: readonly (() => Promise<unknown>)[],
  device: Device = navigator as Device,
  whenIdle: () => Promise<unknown> = idle,
): () => void {
  let isStopped = device.connection?.saveData === true;
  const run = async () => {
    for (const load of loaders) {
      if (isStopped) return;
      await whenIdle();
      if (isStopped) return;
      // A page that needs it fetches it again and shows any error.
      await load().catch(() => {});
    }
  };
  void run();
  return () => {
    isStopped = true;
  };
}
