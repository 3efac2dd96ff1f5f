import type { Page } from '@playwright/test';

/** Delays the page's calls to an address. @returns a function that releases them */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
