import { expect, test } from 'vitest';
import { EventQueue } from './eventQueue.ts';
import { seededRandom } from './seededRandom.ts';

test('event queue: events come in the order of time, and at the same time as they were planned', () => {
  const queue = new EventQueue<number>();
  const random = seededRandom(7);
  const planned = Array.from({ length: 5_000 }, (_, event) => ({ at: Math.floor(random() * 200), event }));
  for (const { at, event } of planned) queue.plan(at, event);
  const seen = planned.map(() => {
    const { at, event } = queue.next() ?? {};
    return { at, event };
  });
  expect(seen).toEqual(planned.toSorted((one, other) => one.at - other.at || one.event - other.event));
  expect(queue.next()).toBeUndefined();
});
