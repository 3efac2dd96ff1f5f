import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkStages } from './checkStages.ts';
import type { Stage, StageContext, StageResult } from './stage.ts';
import { stageCounts, type TestCounts } from './testCounts.ts';
import { testStages } from './testStages.ts';

/*
 * `npm test`: every check and every test, stage by stage.
 * `npm test -- check browser` runs the stages whose names begin so.
 */
const wanted = process.argv.slice(2);
const allStages = [...checkStages, ...testStages];
const unknown = wanted.filter((start) => !allStages.some(({ name }) => name.startsWith(start)));
if (unknown.length > 0) {
  console.error(
    `No stage begins with: ${unknown.join(', ')}. There are: ${allStages.map(({ name }) => name).join(', ')}`,
  );
  process.exit(1);
}
const stages = allStages.filter(({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)));

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());
// Whoever read the output is gone: `npm test | head`.
process.stdout.once('error', () => interrupted.abort());

const cleanUps: Array<() => Promise<void>> = [];
const context: StageContext = {
  reports: await mkdtemp(path.join(tmpdir(), 'companion-reports-')),
  signal: interrupted.signal,
  atEnd: (cleanUp) => cleanUps.push(cleanUp),
  say: (text) => console.log(text),
};
cleanUps.push(() => rm(context.reports, { recursive: true, force: true }));

const total: TestCounts = { passed: 0, failed: 0 };
const failedStages = new Set<string>();
const notRun: string[] = [];
try {
  for (const stage of stages) {
    if (interrupted.signal.aborted) break;
    const { passed, failed } = await runStage(stage);
    total.passed += passed;
    total.failed += failed;
    if (failed > 0) failedStages.add(stage.name);
  }
} finally {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
}

if (notRun.length > 0) console.log(`DID NOT RUN: ${notRun.join(', ')}`);
if (failedStages.size > 0) console.log(`Failed: ${[...failedStages].join(', ')}`);
if (interrupted.signal.aborted) console.error('Interrupted.');
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = failedStages.size > 0 || interrupted.signal.aborted ? 1 : 0;

/** Runs a stage, prints its progress line and, where it failed, its whole output. */
async function runStage(stage: Stage): Promise<TestCounts> {
  const start = performance.now();
  const result = await resultOf(stage);
  const counts = stageCounts(result.ok, result.counts);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const summary = result.summary?.length ? `  (${result.summary.join('; ')})` : '';
  const status = counts.failed > 0 ? 'FAILED' : result.didNotRun ? 'NOT RUN' : 'ok';
  console.log(`${status.padEnd(7)} ${stage.name.padEnd(22)} ${seconds.padStart(6)} s${summary}`);
  if (result.didNotRun) notRun.push(stage.name);
  if (counts.failed > 0) console.log(indent(result.output));
  return counts;
}

async function resultOf(stage: Stage): Promise<StageResult> {
  if (stage.needs && failedStages.has(stage.needs)) return { ok: false, output: `Not run: ${stage.needs} failed.` };
  try {
    return await stage.run(context);
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function indent(text: string): string {
  return text.trimEnd().replace(/^/gm, '        ');
}
