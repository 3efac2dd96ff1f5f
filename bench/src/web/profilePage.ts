import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '@companion/testkit/runCommand';
import type { CDPSession } from '@playwright/test';
import { build } from 'vite';
import type { BenchPage } from './benchPages.ts';
import { emulatePhone } from './emulatePhone.ts';
import type { Phone } from './phones.ts';
import { type CpuProfile, selfTimes } from './selfTimes.ts';

const WEB = join(ROOT, 'web');
const SAMPLING_INTERVAL_US = 500;
const ROWS = 15;
/** The work that follows the first card belongs to the start, too. */
const SETTLE_MS = 2000;

/** Builds the app with source maps, which the product's build does not have. */
export async function buildWithSourceMaps(folder: string): Promise<void> {
  const to = { outDir: folder, emptyOutDir: true, sourcemap: 'hidden' } as const;
  await build({ root: WEB, configFile: join(WEB, 'vite.config.ts'), logLevel: 'error', build: to });
}

/**
 * Records what the main thread does from the page's first byte on, writes it as a .cpuprofile, which Chromium's
 * developer tools open, and prints the functions that took the longest.
 * @param options `webFolder`: the build with source maps; `file`: where the profile is written
 */
export async function profilePage(
  phone: Phone,
  { page, address, webFolder, file }: { page: BenchPage; address: string; webFolder: string; file: string },
): Promise<void> {
  const profile = await phone(async (context) => {
    const tab = await context.newPage();
    const cdp = await context.newCDPSession(tab);
    await emulatePhone(cdp);
    await startProfiler(cdp);
    await tab.goto(address);
    await tab.locator(page.usable).first().waitFor();
    await pause(SETTLE_MS);
    // The protocol's type names the same fields.
    return (await cdp.send('Profiler.stop')).profile as CpuProfile;
  });
  await writeFile(file, JSON.stringify(profile));
  const rows = await selfTimes(profile, webFolder);
  const total = rows.reduce((sum, { ms }) => sum + ms, 0);
  console.log(`\n${file}: ${total.toFixed(0)} ms of work with a 4x slower CPU. The longest self times:`);
  for (const { ms, name } of rows.slice(0, ROWS)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
}

async function startProfiler(cdp: CDPSession): Promise<void> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
  await cdp.send('Profiler.start');
}
