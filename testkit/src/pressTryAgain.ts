import type { Page } from '@playwright/test';

/**
 * Lets these calls reach the server again, then presses the button. First the page comes to rest, because the screen and
 * the app each ask for a list at the start: a call that is still under way would succeed, and take the button away.
 */
export async function pressTryAgain(page: Page, calls: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
}
