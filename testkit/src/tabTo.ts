import type { Locator, Page } from '@playwright/test';
import { expect } from './browserTest.ts';

/** More than any screen has before what a test looks for. */
const MAX_STEPS = 120;

/** Moves the focus to an element with the keyboard alone, from where the focus is: forward, or back with `Shift+Tab`. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isFocused = () => target.evaluate((element) => element.matches(':focus'));
  for (let step = 0; step < MAX_STEPS && !(await isFocused()); step++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}
