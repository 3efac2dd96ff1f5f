import type { CDPSession } from '@playwright/test';

const CPU_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;

/** The emulated phone, in words. */
export const PHONE_NAME = '4x slower CPU, 1.6 Mbps, 150 ms of latency, 390x844';

/** Its screen, as options of a browser context. */
export const PHONE_SCREEN = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Slows a page's processor and network down. The service worker runs in its own thread and is not slowed down. */
export async function emulatePhone(cdp: CDPSession): Promise<void> {
  await slowProcessor(cdp);
  const throughput = BITS_PER_SECOND / 8;
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

export async function slowProcessor(cdp: CDPSession): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
