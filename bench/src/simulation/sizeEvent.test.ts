import { expect, test } from 'vitest';
import { demandOf } from './demand.ts';
import { limitsOf } from './limitsOf.ts';
import { sizeEvent } from './sizeEvent.ts';
import { testCosts } from './testCosts.ts';

const COSTS = testCosts();

test('size: as many nodes as the streams need, and one that may be lost', () => {
  const cheap = testCosts({ answerMs: 0.1, frameUs: 5, streamSecondUs: 1 });
  expect([5_000, 10_000, 10_001, 50_000, 500_000].map((phones) => sizeEvent(phones, cheap).nodes)).toEqual([
    2, 2, 3, 6, 51,
  ]);
});

test('size: costly frames need more nodes, so that none uses more than 60 % of its core', () => {
  // A second of 10,000 streams: 0.5 s for frames, 0.1 s for heartbeats, 0.33 s for answers.
  const size = sizeEvent(100_000, testCosts({ frameUs: 50 }));
  expect(size.nodes).toBe(17);
  expect(size.cpuOfNode).toBeCloseTo(9.333 / 16);
});

test('size: more phones never need fewer machines', () => {
  const sizes = Array.from({ length: 100 }, (_, i) => sizeEvent((i + 1) * 7_000, COSTS));
  for (const key of ['nodes', 'connections', 'databaseCores'] as const) {
    const values = sizes.map((size) => size[key]);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
  }
});

test('demand: the parts are those of the measured costs', () => {
  expect(demandOf(60_000, 7, COSTS)).toMatchObject({
    streamsCpu: 1.8,
    answersCpu: 2,
    answers: 2_000,
    databaseStreamsCpu: 0.12,
    databaseAnswersCpu: 0.4,
    walBytes: 1_000_000,
    fsyncs: 1_000,
    listCpu: 30,
    returnCpu: 60,
  });
  // Seven nodes count once a second, one of them four times more for the stage: 12 ms each.
  expect(demandOf(60_000, 7, COSTS).databaseCountsCpu).toBeCloseTo(11 * 0.012);
});

test('limits: the first is the one that the fewest phones reach, and each holds up to its number', () => {
  const limits = limitsOf(COSTS);
  const phones = limits.map((limit) => limit.phones);
  expect(phones).toEqual(phones.toSorted((one, other) => one - other));
  const nodes = limits.find(({ what }) => what.startsWith('two nodes'))?.phones ?? 0;
  expect([nodes, nodes + 1].map((count) => sizeEvent(count, COSTS).nodes)).toEqual([2, 3]);
});
