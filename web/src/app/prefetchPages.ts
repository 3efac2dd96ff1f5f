interface Device {
  /** The person asked for less data (Save-Data). Not in every browser. */
  connection?: { saveData?: boolean };
}

/** Resolves when the browser has nothing better to do. Safari does not say, and gets a moment. */
const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

/**
 * Fetches the code of pages before anyone opens them, so that they open without a network: one at a time, when the
 * browser is idle, and not where the person wants to save data.
 * @returns what stops it
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
      // A page that did not come is asked for again when it is opened, and tells then.
      await load().catch(() => {});
    }
  };
  void run();
  return () => {
    isStopped = true;
  };
}
