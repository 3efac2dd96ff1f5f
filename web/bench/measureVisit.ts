import { setTimeout as pause } from 'node:timers/promises';
import { STORAGE } from '@companion/contract/constants';
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { BenchPage } from './benchPages.ts';
import { type Probe, probePage } from './probePage.ts';
import { countRoundTrips, sumBytes, type TimedRequest, watchRequests } from './watchRequests.ts';

/** The emulated phone. */
const CPU_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;
/** What a task may last before it counts as blocking (Total Blocking Time). */
const LONG_TASK_MS = 50;
/** Until everything that the first screen causes is over; the prefetch of other pages begins after 3 s. */
const SETTLE_MS = 1500;

/** The figures of one visit: bytes as transferred, with headers, and times in milliseconds since it began. */
export interface Visit {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
  imageBytes: number;
  allBytes: number;
  requests: number;
  roundTrips: number;
  firstPaint: number;
  largestPaint: number;
  usable: number;
  blocked: number;
  layoutShift: number;
  interaction: number;
}

export interface VisitOptions {
  page: Omit<BenchPage, 'name'>;
  url: string;
  /** The stored session, as JSON. */
  session?: string | undefined;
  /** Visits once before, and measures the second visit: from the HTTP cache, or from the service worker if there is one. */
  isRepeat?: boolean;
  /** The second visit has no network. */
  isOffline?: boolean;
}

/** Opens a page on the emulated phone, with an empty cache unless the visit is a repeated one. */
export async function measureVisit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { usable, answer } = options.page;
  const visit = await open(browser, options, { usable }, async (page, requests) => {
    const before = await settle(page, requests, options.page);
    await page.locator(usable).first().tap();
    await pause(SETTLE_MS);
    return { ...before, interaction: (await readProbe(page)).interaction };
  });
  if (!answer) return visit;
  // Presses the button until it answers: in a visit of its own, since the presses change the other figures.
  return {
    ...visit,
    usable: await open(browser, options, { usable, answer }, async (page) => (await readProbe(page)).usable),
  };
}

/** Makes one visit and reads its figures once the page is usable. */
async function open<Result>(
  browser: Browser,
  { page: target, url, session, isRepeat = false, isOffline = false }: VisitOptions,
  probed: { usable: string; answer?: string },
  read: (page: Page, requests: readonly TimedRequest[]) => Promise<Result>,
): Promise<Result> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const context = await browser.newContext({ ...phone, ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    if (session) {
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [STORAGE.token, session] as const);
    }
    await page.addInitScript(probePage, probed);
    const address = `${url}${target.path}`;
    if (isRepeat) await visitOnce(page, address);
    const cdp = await context.newCDPSession(page);
    const requests = await watchRequests(cdp);
    await emulatePhone(cdp);
    if (isOffline) await context.setOffline(true);
    await page.goto(address, { waitUntil: 'load' });
    // The probe's script runs before the page's own.
    await page.waitForFunction(() => (Reflect.get(window, 'probe') as Probe).usable > 0, undefined, { polling: 100 });
    return await read(page, requests);
  } finally {
    await context.close();
  }
}

/** Fills the caches, and waits for the service worker if the page registers one. */
async function visitOnce(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await pause(SETTLE_MS);
  await page.evaluate(async () => {
    if (await navigator.serviceWorker?.getRegistration()) await navigator.serviceWorker.ready;
  });
  await page.goto('about:blank');
}

async function emulatePhone(cdp: CDPSession): Promise<void> {
  const throughput = BITS_PER_SECOND / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Waits until what the first screen causes is over, and takes the figures of the visit. */
async function settle(page: Page, requests: readonly TimedRequest[], { needs }: Pick<BenchPage, 'needs'>) {
  await pause(SETTLE_MS);
  const { usable, largestPaint, layoutShift, longTasks } = await readProbe(page);
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  );
  const blocked = longTasks
    .filter(({ start, duration }) => start + duration > firstPaint)
    .reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0);
  // The page counts its time from the document's request on.
  const started = requests.find(({ kind }) => kind === 'Document')?.started ?? 0;
  return {
    scriptBytes: sumBytes(requests, ['Script']),
    styleBytes: sumBytes(requests, ['Stylesheet']),
    fontBytes: sumBytes(requests, ['Font']),
    imageBytes: sumBytes(requests, ['Image']),
    allBytes: sumBytes(requests),
    requests: requests.length,
    roundTrips: countRoundTrips(requests, needs, started + usable / 1000),
    ...{ firstPaint, largestPaint, usable, blocked, layoutShift },
  };
}

/** The page's own record: see {@link probePage}. */
const readProbe = (page: Page): Promise<Probe> => page.evaluate(() => Reflect.get(window, 'probe') as Probe);
