import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/*
 * Reads and taps through the browser's own protocol. Playwright's functions would load a script into the page first,
 * which costs a slow phone 40 ms at the wrong moment.
 */

const POLLING_MS = 50;
const MAX_WAIT_MS = 60_000;
/** A page that was scrolled paints before it is tapped. */
const SCROLL_MS = 300;

export async function evaluate(cdp: CDPSession, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
  if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text} ${result.description ?? ''}`);
  return result.value;
}

/** Waits until an expression has a true value in the page, and returns it. */
export async function waitFor(cdp: CDPSession, expression: string): Promise<unknown> {
  const end = Date.now() + MAX_WAIT_MS;
  while (Date.now() < end) {
    const value = await evaluate(cdp, expression);
    if (value) return value;
    await pause(POLLING_MS);
  }
  throw new Error(`${await evaluate(cdp, 'location.href')} had no ${expression} within ${MAX_WAIT_MS / 1000} s.`);
}

/** Taps the middle of the first element that matches. */
export async function tap(page: Page, cdp: CDPSession, selector: string): Promise<void> {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  const isHidden = `(({ top, bottom }) => top < 0 || bottom > innerHeight)(${element}.getBoundingClientRect())`;
  if (await evaluate(cdp, isHidden)) {
    await evaluate(cdp, `${element}.scrollIntoView({ block: 'center', behavior: 'instant' })`);
    await pause(SCROLL_MS);
  }
  const box = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(${element}.getBoundingClientRect())`;
  // The expression's value.
  const [x, y] = (await evaluate(cdp, box)) as [number, number];
  await page.touchscreen.tap(x, y);
}
