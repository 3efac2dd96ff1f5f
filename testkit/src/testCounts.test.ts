import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightCounts, stageCounts, vitestCounts, vitestFlaky } from './testCounts.ts';

let file: string;

beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(tmpdir(), 'companion-counts-')), 'report.json');
});
afterAll(() => rm(path.dirname(file), { recursive: true }));

describe('reports', () => {
  test('vitest: every test that did not pass counts as failed, also a skipped one', async () => {
    await writeFile(
      file,
      JSON.stringify({ numTotalTests: 9, numPassedTests: 5, numFailedTests: 1, numPendingTests: 3 }),
    );

    expect(await vitestCounts(file)).toEqual({ passed: 5, failed: 4 });
  });

  test('vitest: a test that passed at the second attempt is named with its first failure', async () => {
    const fine = { fullName: 'fine', status: 'passed', failureMessages: [] };
    const late = { fullName: 'late', status: 'passed', failureMessages: ['Error: too slow:\nno answer\n    at there'] };
    const wrong = { fullName: 'wrong', status: 'failed', failureMessages: ['Error: no', 'Error: no'] };
    await writeFile(
      file,
      JSON.stringify({ testResults: [{ assertionResults: [fine, late] }, { assertionResults: [wrong] }] }),
    );

    expect(await vitestFlaky(file)).toEqual(['flaky: late: Error: too slow: | no answer']);
  });

  test('playwright: a skipped test counts as failed, one that passed at the second attempt as passed', async () => {
    await writeFile(file, JSON.stringify({ stats: { expected: 7, unexpected: 1, flaky: 2, skipped: 3 } }));

    expect(await playwrightCounts(file)).toEqual({ passed: 9, failed: 4 });
  });

  test('a report in an unknown format is rejected', async () => {
    await writeFile(file, JSON.stringify({ stats: {} }));

    await expect(vitestCounts(file)).rejects.toThrow('unknown format');
    await expect(playwrightCounts(file)).rejects.toThrow('unknown format');
  });
});

test('stages: a stage without tests, or with a failure outside any test, has one failure', () => {
  expect(stageCounts(true, undefined)).toEqual({ passed: 0, failed: 0 });
  expect(stageCounts(false, undefined)).toEqual({ passed: 0, failed: 1 });
  expect(stageCounts(true, { passed: 0, failed: 0 })).toEqual({ passed: 0, failed: 1 });
  expect(stageCounts(false, { passed: 8, failed: 0 })).toEqual({ passed: 8, failed: 1 });
  expect(stageCounts(false, { passed: 8, failed: 2 })).toEqual({ passed: 8, failed: 2 });
});
