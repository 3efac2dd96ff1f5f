import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findChromium } from '@companion/testkit/ensureChromium';
import { sparePort } from '@companion/testkit/sparePort';
import { type Browser, chromium } from '@playwright/test';
import { buildFloor } from './buildFloor.ts';
import { type Load, measureLoad } from './measureLoad.ts';

/*
 * How long a phone on venue Wi-Fi waits for /login, from the real server and with an empty cache, beside a floor
 * measured in the same run: a page of React and one line. Run: npm run bench:web
 */

const RUNS = Number(process.env.RUNS ?? 7);
const ROOT = join(import.meta.dirname, '../..');

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const floorFolder = await buildFloor(join(folder, 'floor'));
  const app = await serve('app', join(ROOT, 'web/dist'));
  const floor = await serve('floor', floorFolder);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  stops.unshift(() => browser.close());
  print(await measureBoth(browser, `${app}/login`, `${floor}/`));
} finally {
  for (const stop of stops) await stop();
}

/** Alternating, so that whatever else the machine does falls on both. */
async function measureBoth(browser: Browser, app: string, floor: string) {
  const loads: { app: Load[]; floor: Load[] } = { app: [], floor: [] };
  for (let run = 0; run < RUNS; run += 1) {
    loads.app.push(await measureLoad(browser, app));
    loads.floor.push(await measureLoad(browser, floor));
  }
  return { app: median(loads.app), floor: median(loads.floor) };
}

/** The real server in a process of its own, with a fresh database, serving this folder as its app. */
async function serve(name: string, webFolder: string): Promise<string> {
  const port = await sparePort();
  const url = `http://127.0.0.1:${port}`;
  const script = `
    import { readConfig } from '@companion/server/platform/config';
    import { startServer } from '@companion/server/startServer';
    await startServer(readConfig(process.env), { webFolder: ${JSON.stringify(webFolder)} });`;
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: join(folder, name),
    LOG_LEVEL: 'error',
  };
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  stops.unshift(async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  });
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return url;
    await pause(100);
  }
  throw new Error(`The ${name} server did not get ready.`);
}

function median(loads: Load[]): Load {
  const [first] = loads;
  if (!first) throw new Error('RUNS must be 1 or more.');
  const middle = (key: keyof Load) => loads.map((load) => load[key]).sort((a, b) => a - b)[loads.length >> 1] ?? 0;
  // Object.keys and Object.fromEntries lose the type of the keys; they are those of `first`.
  return Object.fromEntries((Object.keys(first) as (keyof Load)[]).map((key) => [key, middle(key)])) as unknown as Load;
}

function print({ app, floor }: { app: Load; floor: Load }): void {
  console.log(`First load of /login, median of ${RUNS}: 4x slower CPU, 1.6 Mbps, 150 ms, empty cache.`);
  console.log(`${'figure'.padEnd(16)}${'/login'.padStart(12)}${'floor'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const key of Object.keys(app) as (keyof Load)[]) {
    const [ours, least] = [app[key], floor[key]];
    const ratio = least > 0 ? (ours / least).toFixed(2) : '-';
    console.log(
      `${key.padEnd(16)}${format(key, ours).padStart(12)}${format(key, least).padStart(12)}${ratio.padStart(8)}`,
    );
  }
}

function format(key: keyof Load, value: number): string {
  if (key === 'requests') return String(value);
  return key.endsWith('Bytes') ? `${(value / 1024).toFixed(1)} KiB` : `${value.toFixed(0)} ms`;
}
