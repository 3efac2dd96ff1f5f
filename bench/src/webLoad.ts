import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '@companion/testkit/markdownTable';
import { writeSection } from '@companion/testkit/writeSection';
import { addressOf, PAGES } from './web/benchPages.ts';
import { buildFloor } from './web/buildFloor.ts';
import { PHONE_NAME } from './web/emulatePhone.ts';
import { figureTable, median, medianOf, spread } from './web/figures.ts';
import { measureServer, type Results, VISITS, type VisitKind } from './web/measureServer.ts';
import { newPhone } from './web/phones.ts';
import { buildWithSourceMaps, profilePage } from './web/profilePage.ts';
import type { ServedFolder } from './web/serveFolder.ts';
import { BUILT_APP, describeBrowser, runBench } from './web/startBench.ts';
import { targetLines } from './web/targetLines.ts';
import { sessionOf } from './web/visitors.ts';

/*
 * Measures what a phone on the venue's Wi-Fi waits for, with the real server: docs/performance.md. Run: npm run bench:web
 * RUNS=5                         how often each page is opened; the tables have the medians
 * PAGES=/login,/agenda           only these pages
 * SERVERS=plain,proxied          `proxied`: TLS and HTTP/2 behind nginx
 * VISITS=cold,repeat,offline     the first visit, and repeat visits with and without a network
 * BEFORE=folder                  another build of the app (its dist/), measured in the same runs
 * -- --write                     writes the tables into docs/performance.md
 * -- --profile /agenda           instead: writes a profile of the main thread, and prints its longest functions
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' }, profile: { type: 'string' } } });

const SERVERS = { plain: 'HTTP/1.1', proxied: 'HTTP/2 with TLS behind nginx' };
const VISIT_NAMES: Record<VisitKind, string> = {
  cold: 'first visit',
  repeat: 'repeat visit',
  offline: 'repeat visit without a network',
};
/** A floor that varies more was measured on a machine that was busy with something else. */
const MAX_SPREAD = 0.15;

const DOCUMENT = 'docs/performance.md';
/** Not in version control. */
const PROFILES = '.cache/profiles';

const RUNS = Number(process.env.RUNS ?? 5);

const { BEFORE } = process.env;
const BUILDS = [
  { folder: BUILT_APP, suffix: '' },
  ...(BEFORE ? [{ folder: resolve(BEFORE), suffix: ', before' }] : []),
];

/** What a setting lists, by default everything. */
function chosen<Name extends string>(setting: string, names: readonly Name[]): readonly Name[] {
  const given = process.env[setting]?.split(',');
  const unknown = given?.filter((name) => !names.includes(name as Name));
  if (unknown?.length) throw new Error(`${setting} has ${unknown.join(', ')}. Possible: ${names.join(', ')}`);
  return names.filter((name) => given?.includes(name) ?? true);
}

const pageOf = (name: string) => PAGES.filter((page) => page.name === name);

if (values.profile) await profile(values.profile);
else await measure();

async function measure(): Promise<void> {
  const pages = chosen(
    'PAGES',
    PAGES.map(({ name }) => name),
  ).flatMap(pageOf);
  // Object.keys loses the key type.
  const servers = chosen('SERVERS', Object.keys(SERVERS) as (keyof typeof SERVERS)[]);
  const visits = chosen('VISITS', VISITS);
  await runBench(servers.includes('proxied'), async ({ folder, serve, launch }) => {
    const floor = await serve(await buildFloor(folder));
    const apps: ServedFolder[] = [];
    for (const build of BUILDS) apps.push(await serve(build.folder));
    const browser = await launch();
    const machine = `${describeBrowser(browser)}; phone: ${PHONE_NAME}; ${RUNS === 1 ? 'one run' : `medians of ${RUNS} runs`}.`;
    console.log(machine);
    const measured: { name: string; results: Results }[] = [];
    for (const server of servers) {
      const name = SERVERS[server];
      const url = (served: ServedFolder) => (server === 'proxied' && served.proxied) || served.url;
      const results = await measureServer(browser, {
        floor: url(floor),
        apps: apps.map((app) => ({ api: app.url, app: url(app) })),
        pages,
        visits,
        runs: RUNS,
        onRun: (run) => console.log(`${name}: run ${run} of ${RUNS} at ${new Date().toISOString()}`),
      });
      measured.push(...results.map((of, index) => ({ name: name + BUILDS[index]?.suffix, results: of })));
    }
    const text = measured.map(report).join('\n\n');
    console.log(`\n${text}`);
    if (values.write) await writeSection(DOCUMENT, 'tables', `${machine}\n\n${text}`);
  });
}

/** The tables of one server, as Markdown. */
function report({ name, results }: { name: string; results: Results }): string {
  const { floor, tabs } = results;
  const parts = VISITS.filter((kind) => results[kind].length > 0).map((kind) => {
    const rows = kind === 'cold' ? [floor, ...results.cold] : results[kind];
    return `### ${name}, ${VISIT_NAMES[kind]}\n\n${figureTable(rows, floor)}`;
  });
  const targets = markdownTable(['figure', 'must', 'measured', ''], targetLines(results));
  const noise = `The React floor's LCP, ${medianOf(floor, 'largestPaint').toFixed(0)} ms, varied by ${(spread(floor) * 100).toFixed(0)}%`;
  const verdict =
    spread(floor) > MAX_SPREAD ? `${noise}: MORE THAN 15%. The machine was busy; measure again.` : `${noise}.`;
  const [first = []] = tabs;
  const taps = first.map(({ path, scripts }, tab) => {
    const times = tabs.map((run) => run[tab]?.ms ?? Number.NaN);
    return [
      path,
      median(times).toFixed(0),
      `${Math.min(...times).toFixed(0)}-${Math.max(...times).toFixed(0)}`,
      `${scripts}`,
    ];
  });
  const tapTable = markdownTable(['tab', 'tap to content (ms)', 'min-max', 'scripts asked for'], taps);
  return [
    `### ${name}: what must be reached\n\n${verdict}\n\n${targets}`,
    ...parts,
    ...(taps.length > 0 ? [`### ${name}, taps on the menu without a network\n\n${tapTable}`] : []),
  ].join('\n\n');
}

async function profile(name: string): Promise<void> {
  const [page] = pageOf(name);
  if (!page) throw new Error(`There is no page ${name}.`);
  await runBench(false, async ({ folder, serve, launch }) => {
    const webFolder = join(folder, 'app');
    await buildWithSourceMaps(webFolder);
    const { url } = await serve(webFolder);
    const phone = newPhone(await launch(), await sessionOf(page.visitor, url));
    const file = join(PROFILES, `${name.slice(1).replaceAll('/', '-') || 'splash'}.cpuprofile`);
    await mkdir(PROFILES, { recursive: true });
    await profilePage(phone, { page, address: await addressOf(page, url, url), webFolder, file });
  });
}
