import { readFile } from 'node:fs/promises';

/** What a stage counts: a skipped test is a promise that nobody checked, so it counts as failed. */
export interface TestCounts {
  passed: number;
  failed: number;
}

/** Reads the JSON report of `vitest run --reporter=json`; rejects where there is none. */
export async function vitestCounts(file: string): Promise<TestCounts> {
  // The reporter's format, as far as it is read here: `counted` refuses what is not there.
  const report = (await readJson(file)) as { numTotalTests: number; numPassedTests: number };
  return counted(report.numPassedTests, report.numTotalTests - report.numPassedTests);
}

/** The tests in that report that passed at the second try only, each with why it failed at first. */
export async function vitestFlaky(file: string): Promise<string[]> {
  // As above.
  const report = (await readJson(file)) as { testResults: { assertionResults: VitestResult[] }[] };
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `flaky: ${fullName}: ${failureMessages[0]?.split('\n')[0]}`);
}

interface VitestResult {
  fullName: string;
  status: string;
  failureMessages: string[];
}

/** Reads the JSON report of `playwright test --reporter=json`. A flaky test passed in the end; the stage names it. */
export async function playwrightCounts(file: string): Promise<TestCounts> {
  // As above.
  const { stats } = (await readJson(file)) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  };
  return counted(stats.expected + stats.flaky, stats.unexpected + stats.skipped);
}

/**
 * What a whole stage counts. One that failed otherwise than by a test, or that ran none of its tests, has one failure.
 * @param counts of its tests; absent where it has none
 */
export function stageCounts(ok: boolean, counts: TestCounts | undefined): TestCounts {
  const { passed, failed } = counts ?? { passed: 0, failed: 0 };
  const ranNothing = counts !== undefined && passed + failed === 0;
  return failed === 0 && (!ok || ranNothing) ? { passed, failed: 1 } : { passed, failed };
}

function counted(passed: number, failed: number): TestCounts {
  if (!Number.isInteger(passed) || !Number.isInteger(failed)) throw new Error('The report has another format.');
  return { passed, failed };
}

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'));
