import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH, STAFF_LIVE_PATH } from '@companion/contract/live';
import type { Page, Request } from '@playwright/test';

/** As long as the browser's own "networkidle". */
const QUIET_MS = 500;
/** They stay open. */
const STREAMS = [`/api${LIVE_PATH}`, `/api${STAFF_LIVE_PATH}`];

interface Traffic {
  underWay: Set<Request>;
  lastAt: number;
}
const traffic = new WeakMap<Page, Traffic>();

/** Records the requests of a page, for {@link untilQuiet}. Live streams do not count. */
export function watchTraffic(page: Page): void {
  const seen: Traffic = { underWay: new Set(), lastAt: Date.now() };
  traffic.set(page, seen);
  const isStream = (request: Request) => STREAMS.includes(new URL(request.url()).pathname);
  const end = (request: Request) => {
    if (seen.underWay.delete(request)) seen.lastAt = Date.now();
  };
  page.on('request', (request) => {
    if (isStream(request)) return;
    seen.underWay.add(request);
    seen.lastAt = Date.now();
  });
  page.on('requestfinished', end).on('requestfailed', end);
}

/** Waits until the page is loaded and no request has been under way for half a second. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  const seen = trafficOf(page);
  while (seen.underWay.size > 0 || Date.now() - seen.lastAt < QUIET_MS) await pause(50);
}

/** Waits until no request is under way, for a test whose clock runs ahead of the network. */
export async function untilAnswered(page: Page): Promise<void> {
  const { underWay } = trafficOf(page);
  while (underWay.size > 0) await pause(10);
}

function trafficOf(page: Page): Traffic {
  const seen = traffic.get(page);
  if (!seen) throw new Error("The traffic of the test's own page alone is known");
  return seen;
}
