import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findChromium } from '@companion/testkit/ensureChromium';
import { sparePort } from '@companion/testkit/sparePort';
import { type Browser, chromium } from '@playwright/test';
import { buildBaseline } from './buildBaseline.ts';
import { type Load, measureLoad } from './measureLoad.ts';

/*
 * Measures how long a phone on venue Wi-Fi waits for /login, with the real server and an empty cache. The baseline,
 * measured in the same run, is a React page with one line. Run: npm run bench:web
 */

const RUNS = Number(process.env.RUNS ?? 7);
const ROOT = join(import.meta.dirname, '../..');

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const baselineFolder = await buildBaseline(join(folder, 'baseline'));
  const app = await serve('app', join(ROOT, 'web/dist'));
  const baseline = await serve('baseline', baselineFolder);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
  stops.unshift(() => browser.close());
  print(await measureBoth(browser, `${app}/login`, `${baseline}/`));
} finally {
  for (const stop of stops) await stop();
}

/** Alternates, so that other load on the machine affects both. */
async function measureBoth(browser: Browser, app: string, baseline: string) {
  const loads: { app: Load[]; baseline: Load[] } = { app: [], baseline: [] };
  for (let run = 0; run < RUNS; run += 1) {
    loads.app.push(await measureLoad(browser, app));
    loads.baseline.push(await measureLoad(browser, baseline));
  }
  return { app: median(loads.app), baseline: median(loads.baseline) };
}

/** Starts the real server in a process of its own, with a fresh database and this folder as its app. */
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
  throw new Error(`The ${name} server was not ready within 10 s.`);
}

function median(loads: Load[]): Load {
  const [first] = loads;
  if (!first) throw new Error('RUNS must be 1 or more.');
  const middle = (key: keyof Load) => loads.map((load) => load[key]).sort((a, b) => a - b)[loads.length >> 1] ?? 0;
  // Object.keys and Object.fromEntries lose the key type. The keys are those of `first`.
  return Object.fromEntries((Object.keys(first) as (keyof Load)[]).map((key) => [key, middle(key)])) as unknown as Load;
}

function print({ app, baseline }: { app: Load; baseline: Load }): void {
  console.log(`First load of /login, median of ${RUNS}: 4x slower CPU, 1.6 Mbps, 150 ms, empty cache.`);
  console.log(`${'figure'.padEnd(16)}${'/login'.padStart(12)}${'baseline'.padStart(12)}${'ratio'.padStart(8)}`);
  for (const key of Object.keys(app) as (keyof Load)[]) {
    const [ours, theirs] = [app[key], baseline[key]];
    const ratio = theirs > 0 ? (ours / theirs).toFixed(2) : '-';
    console.log(
      `${key.padEnd(16)}${format(key, ours).padStart(12)}${format(key, theirs).padStart(12)}${ratio.padStart(8)}`,
    );
  }
}

function format(key: keyof Load, value: number): string {
  if (key === 'requests') return String(value);
  return key.endsWith('Bytes') ? `${(value / 1024).toFixed(1)} KiB` : `${value.toFixed(0)} ms`;
}
