import type { Page } from '@playwright/test';
import { expect } from './browserTest.ts';

/** Cuts the network of the page's browser. Returns once the page shows its notice. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
}
