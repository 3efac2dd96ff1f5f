import type { Page, Response } from '@playwright/test';
import { nextFrames } from './nextFrames.ts';

/**
 * Waits until the page has received and rendered an answer. Its `finished()` never resolves for some answers whose body
 * the app reads as a stream, so another request of the page, made later, shows that the first one is over.
 */
export async function afterAnswer(page: Page, answered: Promise<Response>): Promise<void> {
  await answered;
  await page.evaluate(() => fetch('/health/ready', { cache: 'no-store' }).then((answer) => answer.text()));
  await nextFrames(page);
}
