import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';
import { limitFlood } from './limits.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

test('limitFlood: of more events at once than a new limit allows, as many as it allows are accepted', async () => {
  const limited = { key: 'a flood', max: 10, window: MINUTE };
  const events = Array.from({ length: 12 }, () => limitFlood(t.services, limited));

  const settled = await Promise.allSettled(events);

  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(10);
});
