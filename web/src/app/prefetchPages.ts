interface Device {
  /** The user's data-saving preference (Save-Data). Not in every browser. */
  connection?: { saveData?: boolean };
}

/** Resolves when the browser is idle. Safari does not report it, so a short delay has to do. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

/**
 * Fetches the code of all pages in advance, so that they open offline: one at a time, when the browser is idle, and not
 * in data-saving mode. Returns a function that stops it.
 */
export function prefetchPages(
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
      // Opening the page fetches it again and shows any error.
      await load().catch(() => {});
    }
  };
  void run();
  return () => {
    isStopped = true;
  };
}
