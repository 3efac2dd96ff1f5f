import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '@companion/contract/defineCall';
import { createAccount } from '@companion/contract/ownAccount';
import { findChromium } from '@companion/testkit/ensureChromium';
import { attendee } from '@companion/testkit/testServer';
import { chromium } from '@playwright/test';
import { type BenchPage, FLOOR, PAGES } from './benchPages.ts';
import { buildFloors } from './buildFloors.ts';
import { medianVisit, table } from './figures.ts';
import { measureVisit, type Visit } from './measureVisit.ts';
import { type ServedFolder, serveFolder } from './serveFolder.ts';
import { writeTables } from './writeTables.ts';

/*
 * Measures what a phone on the venue's Wi-Fi waits for, with the real server: each page, signed in where it needs it,
 * with two floors of the same run for comparison, a React and a Preact page with one line. Run: npm run bench:web
 * RUNS=7           how often each page is opened; the tables have the medians
 * PAGES=a,b        only these pages
 * SERVERS=a,b      `plain` and `proxied` (TLS and HTTP/2 behind nginx)
 * VISITS=a,b       `cold`, `repeat` and `offline` (`offline` needs the service worker)
 * --write          writes the tables into docs/performance.md
 */

const RUNS = Number(process.env.RUNS ?? 7);
const listOf = (name: string, fallback: string) => (process.env[name] ?? fallback).split(',');
const pages = PAGES.filter(({ name }) => listOf('PAGES', PAGES.map((page) => page.name).join()).includes(name));
const servers = listOf('SERVERS', 'plain,proxied');
const visits = listOf('VISITS', 'cold,repeat');

const SERVER_NAMES: Record<string, string> = { plain: 'HTTP/1.1', proxied: 'HTTP/2 with TLS behind nginx' };
const VISIT_NAMES: Record<string, string> = {
  cold: 'first visit',
  repeat: 'repeat visit',
  offline: 'repeat visit without a network',
};

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
try {
  const floors = await buildFloors(folder);
  const serve = async (name: string, webFolder: string): Promise<ServedFolder> => {
    const served = await serveFolder(webFolder, {
      dataDir: join(folder, `${name}-data`),
      isProxied: servers.includes('proxied'),
    });
    stops.unshift(served.stop);
    return served;
  };
  const app = await serve('app', new URL('../dist', import.meta.url).pathname);
  const [react, preact] = [await serve('react', floors.react), await serve('preact', floors.preact)];
  const session = await register(app.url);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      ...['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
      // The proxy's certificate signs itself, and a service worker needs a trusted one.
      '--ignore-certificate-errors',
    ],
  });
  stops.unshift(() => browser.close());

  const tables: { title: string; text: string }[] = [];
  for (const server of servers) {
    const url = (served: ServedFolder) => (server === 'proxied' && served.proxied) || served.url;
    for (const kind of visits) {
      const options = { isRepeat: kind !== 'cold', isOffline: kind === 'offline' };
      const measured = [
        { name: 'React floor', open: () => measureVisit(browser, { page: FLOOR, url: url(react) }) },
        { name: 'Preact floor', open: () => measureVisit(browser, { page: FLOOR, url: url(preact) }) },
        ...pages.map((page: BenchPage) => ({
          name: page.name,
          open: () =>
            measureVisit(browser, { page, url: url(app), session: page.isSignedIn ? session : undefined, ...options }),
        })),
      ];
      const rows = await measureAll(measured);
      const title = `${SERVER_NAMES[server]}, ${VISIT_NAMES[kind]}`;
      const [floor] = rows;
      const text = floor ? table(rows, floor.visit) : '';
      console.log(
        `\n${title}, median of ${RUNS}: 4x slower CPU, 1.6 Mbps, 150 ms. The floor is React's first visit.\n${text}`,
      );
      tables.push({ title, text });
    }
  }
  if (process.argv.includes('--write')) await writeTables(tables, RUNS);
} finally {
  for (const stop of stops) await stop();
}

/** Registers an attendee. Returns the session as the app stores it. */
async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/api${pathOf(createAccount)}`, {
    method: createAccount.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(attendee()),
  });
  if (!answer.ok) throw new Error(`createAccount: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** Opens one page after the other, so that other load on the machine affects all of them. */
async function measureAll(pages: { name: string; open: () => Promise<Visit> }[]) {
  const rows = pages.map(({ name, open }) => ({ name, open, seen: [] as Visit[] }));
  for (let run = 0; run < RUNS; run += 1) for (const { open, seen } of rows) seen.push(await open());
  return rows.map(({ name, seen }) => ({ name, visit: medianVisit(seen) }));
}
