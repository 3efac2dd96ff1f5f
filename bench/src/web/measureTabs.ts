import type { CDPSession, Page } from '@playwright/test';
import { type BenchPage, TABS } from './benchPages.ts';
import { emulatePhone } from './emulatePhone.ts';
import { evaluate, tap, waitFor } from './inPage.ts';
import type { Phone } from './phones.ts';
import { untilQuiet, watchRequests } from './watchRequests.ts';

/** A tap on an entry of the menu, without a network. */
export interface TabSwitch {
  path: string;
  /** From the finger's leaving the screen until the tab's content is on it, in milliseconds. */
  ms: number;
  /** Scripts that the page asked for until then, from wherever they came. */
  scripts: number;
  /** Requests that the network should have answered. */
  unanswered: number;
}

/** Until the app is at rest: what it fetches in advance begins after 3 s, and takes a slow phone some more. */
const QUIET_MS = 4000;
const MAX_REST_MS = 30_000;
const BETWEEN_TAPS_MS = 700;

/** Opens the dashboard on a phone that knows the app, takes the network away, and taps one tab after the other. */
export function measureTabs(phone: Phone, url: string): Promise<TabSwitch[]> {
  return phone(async (context) => {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const requests = await watchRequests(cdp);
    await context.setOffline(false);
    await emulatePhone(cdp);
    await page.goto(`${url}/dashboard`);
    await untilQuiet(requests, QUIET_MS, MAX_REST_MS);
    await context.setOffline(true);
    const switches: TabSwitch[] = [];
    for (const tab of TABS) {
      const before = requests.length;
      const ms = await tapTab(page, cdp, tab);
      const begun = requests.slice(before);
      switches.push({
        path: tab.name,
        ms,
        scripts: begun.filter(({ kind }) => kind === 'Script').length,
        unanswered: begun.filter(({ isFailed }) => isFailed).length,
      });
      await untilQuiet(requests, BETWEEN_TAPS_MS);
    }
    await page.close();
    return switches;
  });
}

async function tapTab(page: Page, cdp: CDPSession, { name, usable }: BenchPage): Promise<number> {
  await evaluate(cdp, `(${watchTap})(${JSON.stringify({ name, usable })})`);
  await tap(page, cdp, `nav a[href="${name}"]`);
  return Number(await waitFor(cdp, 'window.shownAfter'));
}

/**
 * Runs in the page: sets `shownAfter` once the tab's content is on the screen, in place of the screen before. If the first
 * frame after the tap shows it, the browser says when that frame was presented; else it is the end of a later frame.
 */
function watchTap({ name, usable }: { name: string; usable: string }): void {
  Reflect.deleteProperty(window, 'shownAfter');
  const before = document.querySelector('main h1');
  const isShown = () => location.pathname === name && !before?.isConnected && document.querySelector(usable) !== null;
  const show = (ms: number) => Object.assign(window, { shownAfter: ms });
  const began = performance.now();
  // In a constant, since TypeScript's type lacks the threshold.
  const everyEvent = { type: 'event', durationThreshold: 16, buffered: true };
  const watch = (tapped: number, isFirst: boolean) =>
    requestAnimationFrame(() => {
      if (!isShown()) watch(tapped, false);
      else if (isFirst) presented.observe(everyEvent);
      else setTimeout(() => show(performance.now() - tapped));
    });
  addEventListener('click', ({ timeStamp }) => watch(timeStamp, true), { capture: true, once: true });
  const presented = new PerformanceObserver((list) => {
    const click = list.getEntriesByName('click').at(-1);
    if (!click || click.startTime < began) return;
    presented.disconnect();
    show(click.duration);
  });
}
