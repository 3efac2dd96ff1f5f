import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';

/** The cost of one first load: bytes as transferred, with headers, and times since the navigation started. */
export interface Load {
  scriptBytes: number;
  styleBytes: number;
  fontBytes: number;
  htmlBytes: number;
  otherBytes: number;
  allBytes: number;
  requests: number;
  firstPaint: number;
  largestPaint: number;
}

const KINDS: Record<string, keyof Load> = {
  Script: 'scriptBytes',
  Stylesheet: 'styleBytes',
  Font: 'fontBytes',
  Document: 'htmlBytes',
};

/** Loads a page with an empty cache, on a slow phone with a slow network. */
export async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      Object.assign(window, { largestPaint: list.getEntries().at(-1)?.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  const cdp = await context.newCDPSession(page);
  const load = await countBytes(cdp);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const throughput = (1.6 * 1000 * 1000) / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await pause(500);
  const paints = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaint: Reflect.get(window, 'largestPaint') as number,
  }));
  await context.close();
  return { ...load, ...paints };
}

async function countBytes(cdp: CDPSession): Promise<Load> {
  const load: Load = {
    scriptBytes: 0,
    styleBytes: 0,
    fontBytes: 0,
    htmlBytes: 0,
    otherBytes: 0,
    allBytes: 0,
    requests: 0,
    firstPaint: 0,
    largestPaint: 0,
  };
  const kinds = new Map<string, keyof Load>();
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, KINDS[type] ?? 'otherBytes'));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    load[kinds.get(requestId) ?? 'otherBytes'] += encodedDataLength;
    load.allBytes += encodedDataLength;
    load.requests += 1;
  });
  await cdp.send('Network.enable');
  return load;
}
