import { expect, test } from 'vitest';
import { type PollScene, simulatePoll } from './simulatePoll.ts';
import { testCosts } from './testCosts.ts';

const FREE = testCosts({
  returnMs: 0,
  answerMs: 0.001,
  listMs: 0.001,
  streamSecondUs: 0,
  frameUs: 0.001,
  databaseAnswerMs: 0.001,
  databaseListMs: 0.001,
  databaseStreamSecondUs: 0,
  countMs: 0.001,
  answerP50Ms: 0,
});
const SCENE: PollScene = {
  phones: 2_000,
  nodes: 2,
  databaseCores: 2,
  costs: testCosts(),
  answerMs: 30_000,
  seed: 1,
};
const run = (changed: Partial<PollScene> = {}) => simulatePoll({ ...SCENE, ...changed });

test('poll: the same seed gives the same result, another seed another one', () => {
  expect(run()).toEqual(run());
  expect(run({ seed: 2 }).endedAt).not.toBe(run().endedAt);
});

test.each([
  { nodes: 1, databaseCores: 0 },
  { nodes: 3, databaseCores: 1 },
  { nodes: 7, databaseCores: 4, costs: testCosts({ databaseAnswerMs: 40 }) },
  { nodes: 1, databaseCores: 1, costs: testCosts({ frameUs: 800 }) },
])('poll: every answer is stored once, and shown once on each phone (%o)', (changed) => {
  const { stored, shown, opened, answers, toPhones } = run(changed);
  expect([stored, shown]).toEqual([2_000, 2_000]);
  expect([opened.total, answers.total]).toEqual([2_000, 2_000]);
  expect(toPhones.total).toBe(2_000 * 2_000);
});

test('poll: without costs, what is committed shows at the next count', () => {
  const { opened, answers, toStage, toPhones } = run({ nodes: 200, phones: 20_000, costs: FREE });
  // A node reads changes at any moment of a quarter of a second, and counts once a second for phones.
  expect(Math.abs(opened.quantile(0.5) - 125)).toBeLessThan(30);
  expect(Math.abs(opened.quantile(0.95) - 238)).toBeLessThan(20);
  expect(Math.abs(toStage.quantile(0.5) - 125)).toBeLessThan(15);
  expect(Math.abs(toPhones.quantile(0.5) - 500)).toBeLessThan(40);
  expect(Math.abs(toPhones.quantile(0.95) - 950)).toBeLessThan(40);
  expect(answers.quantile(0.99)).toBe(0);
});

test('poll: a database that is too slow for the answers works without a pause until the last one', () => {
  const { endedAt, databaseWaitMs, stored } = run({ costs: testCosts({ databaseAnswerMs: 50 }), databaseCores: 1 });
  expect(endedAt).toBeGreaterThan(2_000 * 50);
  expect(endedAt).toBeLessThan(2_000 * 50 * 1.1);
  expect(databaseWaitMs).toBeGreaterThan(50_000);
  expect(stored).toBe(2_000);
});

test('poll: with more phones on the same machines, nothing is faster', () => {
  const costs = testCosts({ frameUs: 40 });
  const runs = [1_000, 2_000, 4_000, 8_000].map((phones) => run({ phones, nodes: 1, databaseCores: 1, costs }));
  const figures = runs.map(({ opened, answers, toPhones, nodeWaitMs }) => [
    opened.quantile(0.95),
    answers.quantile(0.99),
    toPhones.quantile(0.95),
    nodeWaitMs,
  ]);
  for (const [index, later] of figures.slice(1).entries()) {
    // Random moments differ by some hundredths of a millisecond.
    expect(later.every((value, figure) => value >= 0.99 * (figures[index]?.[figure] ?? 0))).toBe(true);
  }
});
