import { expect, test, vi } from 'vitest';
import { eventInfo, followEvent, readEventInfo } from './eventInfo.ts';

/** A server whose answers the test releases one by one. */
const answers: ((name: string | undefined) => void)[] = [];
const ask = () =>
  new Promise<Response>((resolve, reject) =>
    answers.push((name) => (name ? resolve(Response.json({ name })) : reject(new TypeError('no network')))),
  );
const answer = async (name?: string) => {
  await vi.waitFor(() => expect(answers).not.toEqual([]));
  answers.shift()?.(name);
};

test('event info: a revision that is published during a reading is read too, and a reading that failed is repeated', async () => {
  // Another test of this process may have set it.
  eventInfo.set(undefined);
  vi.stubGlobal('fetch', ask);
  const first = readEventInfo();
  await answer('First');
  await first;
  const current = followEvent(1);
  await answer('First');
  await current;

  const second = followEvent(2);
  const third = followEvent(3);
  await answer('Second');
  await answer('Third');
  await Promise.all([second, third]);
  expect(eventInfo.get()?.name).toBe('Third');

  const failing = followEvent(4);
  await answer();
  await failing;
  expect(eventInfo.get()?.name).toBe('Third');
  const again = followEvent(4);
  await answer('Fourth');
  await again;
  expect(eventInfo.get()?.name).toBe('Fourth');
  await followEvent(4);
  expect(answers).toEqual([]);
});
