import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_OPERATIONS_TOOLS } from './ensureOperationsTools.ts';
import { NO_POSTGRES } from './ensurePostgres.ts';
import { runCommand } from './runCommand.ts';
import { playwrightCounts, stageCounts, type TestCounts, vitestCounts, vitestFlaky } from './testCounts.ts';
import { measureTimeScale } from './timeScale.ts';

/*
 * `npm test`: runs every check and every test as an npm script, and adds up their counts.
 * `npm test -- lint e2e` runs the scripts whose names contain one of these words.
 */

interface Stage {
  /** A script of package.json. */
  script: string;
  /** The program that counts its tests, if it has any. */
  counted?: 'vitest' | 'playwright';
  /** The script without which this one cannot run. */
  needs?: string;
}

/** One group after another. Of a group two stages run at once: most of them often wait. */
const GROUPS: Stage[][] = [
  // The servers of all other tests serve the apps that are built.
  [{ script: 'build' }, { script: 'lint' }],
  [
    // The longest first, or one would run alone in the end.
    { script: 'test:server:postgres', counted: 'vitest' },
    { script: 'test:server:sqlite', counted: 'vitest' },
    { script: 'test:unit', counted: 'vitest' },
    { script: 'typecheck' },
    { script: 'test:operations', counted: 'vitest' },
    { script: 'check:imports' },
    { script: 'check:unused' },
    { script: 'check:repository', counted: 'vitest' },
  ],
  [{ script: 'test:e2e', counted: 'playwright', needs: 'build' }],
];
const STAGES = GROUPS.flat();

const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !STAGES.some(({ script }) => script.includes(word)));
if (unknown.length > 0) {
  const scripts = STAGES.map(({ script }) => script).join(', ');
  console.error(`There is no stage ${unknown.join(', ')}. Stages: ${scripts}`);
  process.exit(1);
}

/** A stage that prints nothing for this long hangs. Longer on a busy machine. */
const SILENCE_TIMEOUT_MS = 8 * 60_000;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
// The reader of the output has ended: `npm test | head`.
process.stdout.once('error', () => interrupted.abort());

const reports = await mkdtemp(path.join(tmpdir(), 'companion-reports-'));
const total: TestCounts = { passed: 0, failed: 0 };
const failed: string[] = [];
const notRun: string[] = [];
try {
  const isChosen = ({ script }: Stage) => wanted.length === 0 || wanted.some((word) => script.includes(word));
  for (const group of GROUPS) await runStages(group.filter(isChosen));
} finally {
  await rm(reports, { recursive: true, force: true });
}

if (notRun.length > 0) console.log(`DID NOT RUN: ${notRun.join(', ')}`);
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
if (interrupted.signal.aborted) console.error('Interrupted.');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failed.length > 0 || interrupted.signal.aborted ? 1 : 0;

/** Runs stages in their order, two at a time, until the run is interrupted. */
async function runStages(stages: Stage[]): Promise<void> {
  const waiting = stages.values();
  const lane = async () => {
    for (const stage of waiting) {
      if (interrupted.signal.aborted) return;
      await runStage(stage);
    }
  };
  await Promise.all([lane(), lane()]);
}

/** Runs a stage, adds up its tests, prints its progress line and, where it failed, its whole output. */
async function runStage({ script, counted, needs }: Stage): Promise<void> {
  const start = performance.now();
  const report = path.join(reports, `${script.replaceAll(':', '-')}.json`);
  const { ok, output } =
    needs && failed.includes(needs)
      ? { ok: false, output: `Not run: ${needs} failed.` }
      : await runScript(script, counted, report);
  // Missing tools are a failure only on a CI machine.
  const lacksTools = output.includes(NO_POSTGRES) || output.includes(NO_OPERATIONS_TOOLS);
  const counts =
    lacksTools && process.env.CI !== 'true'
      ? { passed: 0, failed: 0 }
      : stageCounts(ok, counted && (await countsIn(report, counted)));
  total.passed += counts.passed;
  total.failed += counts.failed;
  if (counts.failed > 0) failed.push(script);
  if (lacksTools) notRun.push(script);

  const status = counts.failed > 0 ? 'FAILED' : lacksTools ? 'NOT RUN' : 'ok';
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const summary = await summaryOf(output, report, counted);
  const summaryText = summary.length > 0 ? `  (${summary.join('; ')})` : '';
  console.log(`${status.padEnd(7)} ${script.padEnd(20)} ${seconds.padStart(6)} s${summaryText}`);
  // Without the hundreds of passed tests, which would hide the failures.
  if (status !== 'ok')
    console.log(
      output
        .replace(/^\s*✓.*\n/gm, '')
        .trimEnd()
        .replace(/^/gm, '        '),
    );
}

function runScript(script: string, counted: Stage['counted'], report: string) {
  const reporters = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    playwright: ['--reporter=list,json'],
  };
  const args = ['run', '--silent', script, '--', ...(counted ? reporters[counted] : [])];
  return runCommand('npm', args, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    signal: interrupted.signal,
    silence: SILENCE_TIMEOUT_MS * measureTimeScale(),
  });
}

function countsIn(report: string, counted: 'vitest' | 'playwright'): Promise<TestCounts> {
  const read = counted === 'vitest' ? vitestCounts : playwrightCounts;
  return read(report).catch(() => ({ passed: 0, failed: 0 }));
}

/** Returns the totals as the programs print them, and the tests that passed only at the second attempt. */
async function summaryOf(output: string, report: string, counted: Stage['counted']): Promise<string[]> {
  if (!counted) return [];
  const totals =
    counted === 'vitest'
      ? /^\s*(Test Files|Tests)\s/
      : /^\s*(\d+ (passed|failed|flaky|skipped|did not run)\b|\[\w+\] › \S+\.spec\.ts:)/;
  const lines = output.split('\n').filter((line) => totals.test(line));
  const flaky = counted === 'vitest' ? await vitestFlaky(report).catch(() => []) : [];
  return [...lines.map((line) => line.trim()), ...flaky];
}
