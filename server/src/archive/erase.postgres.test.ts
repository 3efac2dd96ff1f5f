import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../cli/eraseCommand.ts';

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

test('erase: the answer to a request that was under way, stored under its key, is erased too', async () => {
  const { id } = (await t.register()).profile;
  // As a share does.
  await client.query('begin');
  await client.query(
    `insert into idempotency_keys (scope, key, call, body_hash, answer, created_at)
      values ($1, 'key', 'shareMail', '', '', $2)`,
    [id, t.clock.now()],
  );
  await client.query('update accounts set updated_at = updated_at where id = $1', [id]);

  const erasing = runHere([eraseCommand], ['erase', id], settingsOf(t));
  await expect.poll(() => countLockWaiters(client)).toBe(1);
  await client.query('commit');

  expect(await erasing).toMatchObject({ code: 0 });
  const { rows } = await client.query('select key from idempotency_keys where scope = $1', [id]);
  expect(rows).toEqual([]);
});
