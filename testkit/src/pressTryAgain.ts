import type { Page } from '@playwright/test';

/** Presses the button, and lets these calls reach the server from then on: the app may read again by itself before. */
export async function pressTryAgain(page: Page, calls: string | RegExp): Promise<void> {
  await page.evaluate("addEventListener('click', () => { globalThis.isAskedFor = true; }, true)");
  await page.route(calls, async (route) =>
    (await page.evaluate('globalThis.isAskedFor')) ? route.continue() : route.fallback(),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
}
