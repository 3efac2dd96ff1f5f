import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesDuring } from '../../../testkit/src/databaseChanges.ts';
import { readConfig } from '../config.ts';
import type { OpenDatabase } from '../db/openDatabase.ts';
import { openTestDatabase } from '../db/testDatabase.ts';
import { deriveKeys } from '../keys.ts';
import type { Services } from '../services.ts';
import { enqueue, leaseMessages, listMessages } from './outbox.ts';

const MINUTE = 60_000;
let database: OpenDatabase & { destroy(): Promise<void> };
let services: Services;
let now = Date.parse('2031-06-10T12:00Z');
beforeEach(async () => {
  database = await openTestDatabase();
  // Production: no worker of the server's own is in the way.
  const config = readConfig({ NODE_ENV: 'production' });
  services = { config, db: database.db, keys: deriveKeys('a secret of these tests'), now: () => now };
});
afterEach(() => database.destroy());

const sms = (text: string) => ({
  kind: 'sms' as const,
  recipient: '+12025550143',
  subject: null,
  text,
  expiresAt: now + 10 * MINUTE,
});

test('a message is written in the transaction of what caused it: a rollback leaves none (decisions, stack: outbox)', async () => {
  const changes = await changesDuring({ services }, () =>
    services.db
      .transaction()
      .execute(async (trx) => {
        await enqueue(trx, services, sms('never sent'));
        throw new Error('what caused it failed');
      })
      .catch(() => undefined),
  );
  expect(changes).toEqual({});

  await services.db.transaction().execute((trx) => enqueue(trx, services, sms('sent')));
  expect((await listMessages(services.db, services)).map(({ text }) => text)).toEqual(['sent']);
});

test('the text of a message cannot be read in the database, and not with another TOKEN_SECRET (decisions, Sign-in)', async () => {
  await enqueue(services.db, services, sms('123456 is your code'));

  const rows = await services.db.selectFrom('outbox').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('123456');
  await expect(listMessages(services.db, { ...services, keys: deriveKeys('another secret') })).rejects.toThrow();
});

test('two messages of the same text look different in the database', async () => {
  for (let i = 0; i < 2; i++) await enqueue(services.db, services, sms('123456'));

  const rows = await services.db.selectFrom('outbox').select('text').execute();
  expect(new Set(rows.map(({ text }) => text)).size).toBe(2);
});

test('a leased message is nobody else’s until the lease is over', async () => {
  await enqueue(services.db, services, sms('one'));
  const lease = async () =>
    (await leaseMessages(services.db, services, { most: 5, leaseFor: MINUTE })).map(({ text, attempts }) => [
      text,
      attempts,
    ]);

  expect(await lease()).toEqual([['one', 1]]);
  now += MINUTE - 1;
  expect(await lease()).toEqual([]);
  now += 1;
  expect(await lease()).toEqual([['one', 2]]);
});
