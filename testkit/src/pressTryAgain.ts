import type { Page } from '@playwright/test';

/** Lets these calls reach the server again, then presses the button. */
export async function pressTryAgain(page: Page, calls: string): Promise<void> {
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
}
