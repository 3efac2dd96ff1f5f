import type { Page } from '@playwright/test';

/** Delays the page's calls to an address. @returns a function that releases them */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  if (page.url() !== 'about:blank') await untilRouted(page);
  return release;
}

const PROBE = '/is-routed';

/** Chromium tells an open page of its first route a moment later than us: a call in between is not routed. */
async function untilRouted(page: Page): Promise<void> {
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }));
  await page.waitForFunction(async (path) => (await fetch(path)).status === 204, PROBE);
  await page.unroute(`**${PROBE}`);
}
