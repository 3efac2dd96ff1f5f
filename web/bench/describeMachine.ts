import { cpus, loadavg, totalmem } from 'node:os';
import type { Browser } from '@playwright/test';

/** What the figures depend on besides the app. */
export function describeMachine(browser: Browser): string {
  const [cpu] = cpus();
  const [load = 0] = loadavg();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return [
    `Machine: ${cpus().length} cores (${cpu?.model.trim()}), ${memory} GiB, ${process.platform}`,
    `load ${load.toFixed(1)} when the run began`,
    `Node ${process.version}, Chromium ${browser.version()}`,
  ].join('; ');
}
