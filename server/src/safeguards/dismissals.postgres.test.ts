import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { addMember } from '@companion/testkit/staffBrowser';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { voteWriter } from '../content/itemWriters.ts';
import { transact } from '../platform/transact.ts';
import { dismissFlood } from './dismissals.ts';

let t: ServerTest;
let client: pg.Client;
beforeAll(async () => {
  t = await startServerTest();
  client = await connectToDatabase(t);
});
afterAll(async () => {
  await client.end();
  await t.stop();
});

/** Three accounts that are stored in another order than that of their ids: the middle one has the highest. */
async function findUnordered(): Promise<[string, string, string]> {
  for (;;) {
    await t.register();
    const { rows } = await client.query('select id from accounts order by ctid');
    const ids: string[] = rows.map(({ id }) => id);
    for (const [at, first] of ids.entries()) {
      const middle = ids.findIndex((id, index) => index > at && id > first);
      const last = ids.findIndex((id, index) => middle > 0 && index > middle && id < first);
      if (last > 0) return [first, ids[middle] ?? '', ids[last] ?? ''];
    }
  }
}

test('dismissFlood: it locks its accounts in the order of their ids, as votes that are stored together do (decision 057)', async () => {
  const [first, middle, last] = await findUnordered();
  const { id: member } = await addMember(t, 'host');
  const span = { network: '127.0.0.0/24', since: 0, until: t.clock.now() };
  const vote = voteWriter(t.services);
  const now = t.clock.now();

  await client.query('begin');
  await client.query('select 1 from accounts where id = $1 for update', [middle]);
  const dismissed = transact(t.services, (tx) => dismissFlood(tx, span, member));
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  const votes = [first, last].map((accountId) => vote({ accountId, contentId: 'opening', value: 'up', now }));
  await expect.poll(() => countLockWaiters(client)).toBe(2);
  await client.query('commit');

  await Promise.all([dismissed, ...votes]);
});
