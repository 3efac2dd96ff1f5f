import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import type { BenchPage } from './benchPages.ts';
import { emulatePhone, slowProcessor } from './emulatePhone.ts';
import { tap, waitFor } from './inPage.ts';
import type { Phone } from './phones.ts';
import { type Probe, probePage, readProbe } from './probePage.ts';
import { countRoundTrips, sumBytes, type TimedRequest, untilQuiet, watchRequests } from './watchRequests.ts';

/** What a task may last before it counts as blocking (Total Blocking Time). */
const LONG_TASK_MS = 50;
/** After the last answer, and after the first tap. */
const SETTLE_MS = 1000;

/** The figures of one visit: bytes of bodies as transferred, and times in milliseconds since it began. */
export interface Visit {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
  imageBytes: number;
  /** With headers. */
  allBytes: number;
  requests: number;
  roundTrips: number;
  firstPaint: number;
  largestPaint: number;
  usable: number;
  blocked: number;
  interaction: number;
  layoutShift: number;
}

export interface VisitOptions {
  page: BenchPage;
  address: string;
  isOffline?: boolean;
}

/** Opens a page on the emulated phone. */
export async function measureVisit(phone: Phone, options: VisitOptions): Promise<Visit> {
  const { usable, tap: button = usable, answer, needs } = options.page;
  const visit = await open(phone, options, { usable }, async ({ page, cdp, requests }) => {
    await untilQuiet(requests, SETTLE_MS);
    const probe = await readProbe(cdp);
    await tap(page, cdp, button);
    await pause(SETTLE_MS);
    const { interaction } = await readProbe(cdp);
    return { ...paintsOf(probe), ...needsOf(requests, probe.usable, needs), interaction };
  });
  if (!answer) return visit;
  // Presses the button until it answers: in a visit of its own, since the presses change the other figures.
  const needed = await open(phone, options, { usable, answer }, async ({ cdp, requests }) => {
    await untilQuiet(requests, SETTLE_MS);
    return needsOf(requests, (await readProbe(cdp)).usable, needs);
  });
  return { ...visit, ...needed };
}

interface OpenPage {
  page: Page;
  cdp: CDPSession;
  requests: readonly TimedRequest[];
}

/** Makes one visit and reads its figures once the page is usable. */
function open<Result>(
  phone: Phone,
  { address, isOffline = false }: VisitOptions,
  probed: { usable: string; answer?: string },
  read: (opened: OpenPage) => Promise<Result>,
): Promise<Result> {
  return phone(async (context) => {
    const page = await context.newPage();
    await page.addInitScript(probePage, probed);
    const cdp = await context.newCDPSession(page);
    const requests = await watchRequests(cdp);
    await prepare(context, cdp, isOffline);
    await page.goto(address, { waitUntil: 'load' });
    await waitFor(cdp, 'probe.usable');
    const result = await read({ page, cdp, requests });
    await page.close();
    return result;
  });
}

async function prepare(context: BrowserContext, cdp: CDPSession, isOffline: boolean): Promise<void> {
  await context.setOffline(isOffline);
  // On a phone that returns to the app, the service worker has to start, too.
  await cdp.send('ServiceWorker.enable');
  await cdp.send('ServiceWorker.stopAllWorkers');
  // The conditions of this session would replace those of the context.
  if (isOffline) await slowProcessor(cdp);
  else await emulatePhone(cdp);
}

/** What the visit painted, and how it moved and blocked. */
function paintsOf({ firstPaint, largestPaint, layoutShift, longTasks }: Probe) {
  const blocked = longTasks
    .filter(({ start, duration }) => start + duration > firstPaint)
    .reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0);
  return { firstPaint, largestPaint, layoutShift, blocked };
}

/** What had arrived when the page became usable; pictures until now. */
function needsOf(requests: readonly TimedRequest[], usable: number, list: string | undefined) {
  // The page counts its time from the document's request on.
  const started = requests[0]?.started ?? 0;
  const end = started + usable / 1000;
  const needed = requests.filter(({ ended }) => ended <= end);
  return {
    usable,
    scriptBytes: sumBytes(needed, 'Script'),
    styleBytes: sumBytes(needed, 'Stylesheet'),
    fontBytes: sumBytes(needed, 'Font'),
    imageBytes: sumBytes(requests, 'Image'),
    allBytes: needed.reduce((sum, { allBytes }) => sum + allBytes, 0),
    requests: needed.length,
    roundTrips: countRoundTrips(requests, list, end),
  };
}
