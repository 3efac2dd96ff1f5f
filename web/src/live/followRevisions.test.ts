import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followRevisions } from './followRevisions.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(random = 1, bring?: (topic: string, from: number) => boolean) {
  const read: string[] = [];
  return { read, ...followRevisions({ refetch: (topic) => read.push(topic), bring }, () => random) };
}

test('revisions: the first is that of the list on the phone; only a newer one reads it again', () => {
  const { read, follow } = start();
  for (const revision of [4, 4, 3]) follow({ questions: { revision }, agenda: { revision } });
  vi.runAllTimers();
  expect(read).toEqual([]);
  follow({ questions: { revision: 5 } });
  vi.runAllTimers();
  follow({ questions: { revision: 5 }, agenda: { revision: 4 } });
  vi.runAllTimers();
  expect(read).toEqual(['questions']);
});

test('revisions: phones read within 1.5 s at random, once for several changes', () => {
  const { read, follow } = start();
  follow({ questions: { revision: 1 } });
  follow({ questions: { revision: 2 } });
  follow({ questions: { revision: 3 } });
  vi.advanceTimersByTime(1499);
  expect(read).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(read).toEqual(['questions']);
});

test('revisions: 5,000 phones read what nothing was opened or closed of at 500 a second at most (decision 063)', () => {
  const { read, follow } = start();
  follow({ questions: { revision: 1 }, agenda: { revision: 1 } });
  follow({ questions: { revision: 2, changed: { since: 2, polls: [] } }, agenda: { revision: 2 } });
  vi.advanceTimersByTime(5000 / 0.5 - 1);
  expect(read).toEqual([]);
  vi.runAllTimers();
  expect(read.sort()).toEqual(['agenda', 'questions']);
});

test('revisions: a newer one of the event reads it again, unhurried, and no frame brings it', () => {
  const { read, follow } = start(1, () => true);
  follow({ event: { revision: 1 } });
  expect(follow({ event: { revision: 2 } })).toEqual([]);
  vi.advanceTimersByTime(5000 / 0.5 - 1);
  expect(read).toEqual([]);
  vi.runAllTimers();
  expect(read).toEqual(['event']);
});

test('revisions: stopped, nothing is read', () => {
  const { read, follow, stop } = start();
  follow({ agenda: { revision: 1 } });
  follow({ agenda: { revision: 2 } });
  stop();
  vi.runAllTimers();
  expect(read).toEqual([]);
});

test('revisions: a list that can be brought to a newer revision is not read, and counts from there (decision 060)', () => {
  const asked: [string, number][] = [];
  const { read, follow } = start(1, (topic, from) => {
    asked.push([topic, from]);
    return topic === 'questions' && from < 6;
  });
  expect(follow({ questions: { revision: 4 } })).toEqual([]);
  expect(follow({ questions: { revision: 5 } })).toEqual(['questions']);
  expect(follow({ questions: { revision: 5 } })).toEqual([]);
  expect(follow({ questions: { revision: 7 }, agenda: { revision: 1 } })).toEqual(['questions']);
  vi.runAllTimers();
  expect(read).toEqual([]);
  expect(follow({ questions: { revision: 8 }, agenda: { revision: 2 } })).toEqual([]);
  vi.runAllTimers();
  expect(read.sort()).toEqual(['agenda', 'questions']);
  expect(asked).toEqual([
    ['questions', 4],
    ['questions', 5],
    ['questions', 7],
    ['agenda', 1],
  ]);
});
