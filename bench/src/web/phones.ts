import { setTimeout as pause } from 'node:timers/promises';
import { STORAGE } from '@companion/contract/constants';
import type { Browser, BrowserContext } from '@playwright/test';
import { PHONE_SCREEN } from './emulatePhone.ts';

/** Lends a phone's browser to a measurement. */
export type Phone = <Result>(use: (context: BrowserContext) => Promise<Result>) => Promise<Result>;

/** Without the network nothing may be missing that the app fetches when it is idle: the other pages, and pictures. */
const QUIET_MS = 3000;

/** A new phone for each measurement: nothing is in its caches. */
export const newPhone =
  (browser: Browser, session?: string): Phone =>
  async (use) => {
    const context = await openContext(browser, session);
    try {
      return await use(context);
    } finally {
      await context.close();
    }
  };

/** One phone for all measurements, on which these pages were opened until its service worker had stored the app. */
export async function usedPhone(browser: Browser, addresses: readonly string[], session?: string): Promise<Phone> {
  const context = await openContext(browser, session);
  for (const address of addresses) {
    const page = await context.newPage();
    await page.goto(address);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await untilQuiet(context, () => page.waitForLoadState('load'));
    await page.close();
  }
  return (use) => use(context);
}

async function openContext(browser: Browser, session: string | undefined): Promise<BrowserContext> {
  const context = await browser.newContext(PHONE_SCREEN);
  if (session) {
    await context.addInitScript(
      ([key, value]) => {
        // The app may have renewed it.
        if (!localStorage.getItem(key)) localStorage.setItem(key, value);
      },
      [STORAGE.token, session] as const,
    );
  }
  return context;
}

/** Waits until neither the pages nor the service worker of a browser have sent a request for a while. */
async function untilQuiet(context: BrowserContext, start: () => Promise<void>): Promise<void> {
  let last = Date.now();
  const touch = () => {
    last = Date.now();
  };
  context.on('request', touch).on('requestfinished', touch);
  await start();
  while (Date.now() - last < QUIET_MS) await pause(100);
  context.off('request', touch).off('requestfinished', touch);
}
