import type { Page } from '@playwright/test';

/** Keeps the page's calls to an address waiting. @returns what lets them go on to the server */
export async function holdCalls(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
