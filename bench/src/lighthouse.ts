import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORAGE } from '@companion/contract/constants';
import { runCommand } from '@companion/testkit/runCommand';
import { sparePort } from '@companion/testkit/sparePort';
import { installFromRegistry } from '@companion/testkit/testTools';
import { writeSection } from '@companion/testkit/writeSection';
import { chromium } from '@playwright/test';
import { PAGES, REPEATED } from './web/benchPages.ts';
import { type Audited, type LighthouseReport, lighthouseTables } from './web/lighthouseTables.ts';
import { type Bench, BUILT_APP, describeBrowser, runBench } from './web/startBench.ts';
import { sessionOf } from './web/visitors.ts';

/*
 * Runs Lighthouse's mobile audits on /login, /dashboard and /agenda, behind nginx: docs/performance.md.
 * Run: npm run bench:lighthouse
 * RUNS=3      how often each page is audited
 * -- --write  writes the tables into docs/performance.md
 */

/** Too large for a dependency: the first run installs it into .cache/. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = Number(process.env.RUNS ?? 3);

const installed = await installFromRegistry(LIGHTHOUSE, console.log);
if (!installed) throw new Error(`${LIGHTHOUSE} could not be installed.`);
const program = join(installed, 'cli/index.js');

await runBench(true, async (bench) => {
  const app = await bench.serve(BUILT_APP);
  const audited: Audited[] = PAGES.filter(({ name }) => REPEATED.includes(name)).map((page) => ({ page, reports: [] }));
  for (let run = 1; run <= RUNS; run += 1) {
    for (const { page, reports } of audited) {
      const session = await sessionOf(page.visitor, app.url);
      reports.push(await audit(bench, page, { url: app.proxied ?? app.url, session, run }));
    }
    console.log(`Run ${run} of ${RUNS} at ${new Date().toISOString()}`);
  }
  const browser = await bench.launch();
  const text = `${describeBrowser(browser)}; ${LIGHTHOUSE}; ${RUNS} runs.\n\n${lighthouseTables(audited)}`;
  console.log(`\n${text}`);
  if (process.argv.includes('--write')) await writeSection('docs/performance.md', 'lighthouse', text);
});

/** Opens a new browser that has nothing but the session, and audits a page in it. */
async function audit(
  { folder, browserOptions }: Bench,
  { name }: Audited['page'],
  { url, session, run }: { url: string; session: string | undefined; run: number },
): Promise<LighthouseReport> {
  const place = join(folder, `lighthouse${name.replaceAll('/', '-')}-${run}`);
  const port = await sparePort();
  const { args, ...options } = browserOptions();
  const context = await chromium.launchPersistentContext(`${place}-profile`, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    if (session) {
      const page = await context.newPage();
      // A file of the same origin, which loads nothing of the app.
      await page.goto(`${url}/robots.txt`);
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [STORAGE.token, session] as const);
      await page.close();
    }
    const file = `${place}.json`;
    const { ok, output } = await runCommand('node', [
      program,
      url + name,
      `--port=${port}`,
      '--disable-storage-reset',
      '--quiet',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--output=json',
      `--output-path=${file}`,
    ]);
    if (!ok) throw new Error(`Lighthouse on ${name}:\n${output}`);
    const report: LighthouseReport = JSON.parse(await readFile(file, 'utf8'));
    if (report.finalDisplayedUrl !== url + name) throw new Error(`${name} led to ${report.finalDisplayedUrl}.`);
    return report;
  } finally {
    await context.close();
  }
}
