import { readFile } from 'node:fs/promises';

/** The counts of a stage. A skipped test counts as failed, because it checked nothing. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** Reads the JSON report of `vitest run --reporter=json`. Rejects if there is none. */
export async function vitestCounts(file: string): Promise<TestCounts> {
  // The used part of the reporter's format: `counted` rejects missing fields.
  const report = (await readJson(file)) as { numTotalTests: number; numPassedTests: number };
  return counted(report.numPassedTests, report.numTotalTests - report.numPassedTests);
}

/** Returns the tests of that report that passed only at the second attempt, with the first failure. */
export async function vitestFlaky(file: string): Promise<string[]> {
  // As above.
  const report = (await readJson(file)) as { testResults: { assertionResults: VitestResult[] }[] };
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [first = ''] }) => `flaky: ${fullName}: ${beginningOf(first)}`);
}

/** What a failure says, with what a program printed: without the places in the code. */
function beginningOf(failure: string): string {
  const lines = failure.split('\n').filter((line) => line.trim() !== '' && !/^\s+at /.test(line));
  return lines.slice(0, 4).join(' | ');
}

interface VitestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
}

/** Reads the JSON report of `playwright test --reporter=json`. A flaky test counts as passed, and the stage names it. */
export async function playwrightCounts(file: string): Promise<TestCounts> {
  // As above.
  const { stats } = (await readJson(file)) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return counted(stats.expected + stats.flaky, stats.unexpected + stats.skipped);
}

/**
 * Returns the counts of a whole stage. A stage that failed outside any test, or that ran no test, has one failure.
 * @param counts the counts of its tests, if it has any
 */
export function stageCounts(ok: boolean, counts: TestCounts | undefined): TestCounts {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  const ranNothing = counts !== undefined && passed + failed === 0;
  return failed === 0 && (!ok || ranNothing) ? { passed, failed: 1 } : { passed, failed };
}

function counted(passed: number, failed: number): TestCounts {
  if (!Number.isInteger(passed) || !Number.isInteger(failed)) throw new Error('The test report has an unknown format.');
  return { passed, failed };
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
