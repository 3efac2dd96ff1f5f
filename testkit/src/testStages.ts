import path from 'node:path';
import { ensureChromium } from './ensureChromium.ts';
import { ensurePostgres } from './ensurePostgres.ts';
import { startPostgres } from './postgresServer.ts';
import { runCommand } from './runCommand.ts';
import { commandStage, type Stage, type StageContext, type StageResult } from './stage.ts';
import { playwrightCounts, vitestCounts, vitestFlaky } from './testCounts.ts';

/** The tests of one project of vitest.config.ts. */
export function vitestStage(name: string, project: string): Stage {
  return { name, run: (context) => runVitest(context, project) };
}

async function runVitest(
  { reports, signal }: StageContext,
  project: string,
  env?: Record<string, string>,
): Promise<StageResult> {
  const report = path.join(reports, `${project}.json`);
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const result = await runCommand('vitest', args, { env, signal });
  return {
    ...result,
    summary: [
      ...matchingLines(result.output, /^\s*(Test Files|Tests)\s/),
      ...(await vitestFlaky(report).catch(() => [])),
    ],
    counts: await vitestCounts(report).catch(() => ({ passed: 0, failed: 0 })),
  };
}

const serverOnPostgres: Stage = {
  name: 'server on PostgreSQL',
  async run(context) {
    const binaries = await ensurePostgres(context.say);
    if (!binaries) return withoutPostgres(context);
    const postgres = await startPostgres(binaries);
    context.atEnd(postgres.stop);
    return runVitest(context, 'server-postgres', { TEST_DATABASE_URL: postgres.url });
  },
};

function withoutPostgres({ say }: StageContext): StageResult {
  const banner = [
    '',
    '!'.repeat(80),
    '!! NO POSTGRESQL: the server tests on PostgreSQL DID NOT RUN.',
    '!! Install the package `postgresql` (its server binaries are enough), or set POSTGRES_BIN to their folder.',
    '!'.repeat(80),
    '',
  ].join('\n');
  say(banner);
  return { ok: process.env.CI !== 'true', didNotRun: true, output: banner };
}

const browser: Stage = {
  name: 'browser',
  needs: 'build',
  async run({ reports, signal, say }) {
    const report = path.join(reports, 'browser.json');
    const env = { CHROMIUM_PATH: await ensureChromium(say), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const result = await runCommand('playwright', ['test', '--reporter=list,json'], { env, signal });
    return {
      ...result,
      // Hundreds of ticks would push what failed out of sight.
      output: result.output.replace(/^\s*✓.*\n/gm, ''),
      // The counts, and which tests they are that did not pass at once.
      summary: matchingLines(result.output, /^\s*(\d+ (passed|failed|flaky|skipped|did not run)\b|\S+\.spec\.ts:)/),
      counts: await playwrightCounts(report).catch(() => ({ passed: 0, failed: 0 })),
    };
  },
};

/** What `npm test` runs after the checks. */
export const testStages: Stage[] = [
  commandStage('build', 'npm', ['run', 'build', '--silent']),
  vitestStage('server on SQLite', 'server-sqlite'),
  serverOnPostgres,
  vitestStage('unit', 'unit'),
  browser,
];

function matchingLines(output: string, pattern: RegExp): string[] {
  return output
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.trim());
}
