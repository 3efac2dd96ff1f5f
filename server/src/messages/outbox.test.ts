import { changesDuring } from '@companion/testkit/databaseChanges';
import { openTestDatabase } from '@companion/testkit/testDatabase';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deriveKeys } from '../platform/deriveKeys.ts';
import type { OpenDatabase } from '../platform/openDatabase.ts';
import { readConfig } from '../platform/readConfig.ts';
import type { Services } from '../platform/services.ts';
import { DAY, MINUTE } from '../platform/time.ts';
import { enqueue, leaseMessages, listMessages, retryLater, secretWarning } from './outbox.ts';

/** The settings of a server that sends SMS but no mail. No server runs here, so no worker interferes. */
const SMS_ONLY = {
  NODE_ENV: 'production',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+12025550100',
};
let database: OpenDatabase & { destroy(): Promise<void> };
let services: Services & Pick<OpenDatabase, 'db'>;
let now = Date.parse('2031-06-10T12:00Z');
beforeEach(async () => {
  database = await openTestDatabase();
  const config = readConfig(SMS_ONLY);
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

test('enqueue: a rollback of the transaction leaves no message (decision 016)', async () => {
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

test('enqueue: the text is encrypted in the database and unreadable with another TOKEN_SECRET (decision 016)', async () => {
  await enqueue(services.db, services, sms('123456 is your code'));

  const rows = await services.db.selectFrom('outbox').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('123456');
  const read = await listMessages(services.db, { ...services, keys: deriveKeys('another secret') });
  expect(read.map(({ text }) => text)).toContain('This message was written with another TOKEN_SECRET.');
  expect(JSON.stringify(read)).not.toContain('123456');
});

test('enqueue: equal texts are encrypted differently', async () => {
  for (let i = 0; i < 2; i++) await enqueue(services.db, services, sms('123456'));

  const rows = await services.db.selectFrom('outbox').select('text').execute();
  expect(new Set(rows.map(({ text }) => text)).size).toBe(2);
});

test('leaseMessages: a leased message is not leased again until the lease expires', async () => {
  await enqueue(services.db, services, sms('one'));
  const lease = async () =>
    (await leaseMessages(services.db, services, { kind: 'sms', max: 5, leaseFor: MINUTE })).map(
      ({ text, attempts }) => [text, attempts],
    );

  expect(await lease()).toEqual([['one', 1]]);
  now += MINUTE - 1;
  expect(await lease()).toEqual([]);
  now += 1;
  expect(await lease()).toEqual([['one', 2]]);
});

test('leaseMessages: urgent messages come first: a sign-in code overtakes invitations', async () => {
  for (const text of ['one', 'two']) {
    await enqueue(services.db, services, { ...sms(`invitation ${text}`), expiresAt: now + DAY });
  }
  now += 1;
  await enqueue(services.db, services, sms('code'));

  const leased = await leaseMessages(services.db, services, { kind: 'sms', max: 1, leaseFor: MINUTE });

  expect(leased.map(({ text }) => text)).toEqual(['code']);
});

test('leaseMessages: expired messages are dropped without an attempt and delay no other', async () => {
  for (let i = 0; i < 5; i++) await enqueue(services.db, services, sms(`old ${i}`));
  now += 10 * MINUTE;
  await enqueue(services.db, services, sms('new'));

  const leased = await leaseMessages(services.db, services, { kind: 'sms', max: 2, leaseFor: MINUTE });

  expect(leased.map(({ text }) => text)).toEqual(['new']);
  const failed = services.db.selectFrom('outbox').select(['failed_at', 'last_error', 'attempts']);
  expect(await failed.where('failed_at', 'is not', null).execute()).toEqual(
    Array(5).fill({ failed_at: now, last_error: 'expired before it could be sent', attempts: 0 }),
  );
});

test('leaseMessages: workers that find the same expired message at once all continue', async () => {
  for (let round = 0; round < 20; round++) {
    await enqueue(services.db, services, sms('old'));
    now += 10 * MINUTE;
    const lease = () => leaseMessages(services.db, services, { kind: 'sms', max: 10, leaseFor: MINUTE });

    expect(await Promise.all(Array.from({ length: 6 }, lease))).toEqual(Array(6).fill([]));
  }
});

test('retryLater: a worker whose lease has expired does not end the next lease', async () => {
  await enqueue(services.db, services, sms('one'));
  const lease = () => leaseMessages(services.db, services, { kind: 'sms', max: 1, leaseFor: MINUTE });
  const [late] = await lease();
  now += MINUTE;
  const [next] = await lease();
  if (!late || !next) throw new Error('It was not leased twice');

  await retryLater(services.db, late, 'too late', now);
  expect(await lease()).toEqual([]);

  await retryLater(services.db, next, 'busy', now);
  expect((await lease()).map(({ attempts }) => attempts)).toEqual([3]);
});

test('enqueue: without a provider it answers 503 and stores nothing (decision 016)', async () => {
  const mail = {
    kind: 'mail' as const,
    recipient: 'a@example.com',
    subject: 'Hi',
    text: 'Hi',
    expiresAt: now + MINUTE,
  };

  const changes = await changesDuring({ services }, async () => {
    await expect(enqueue(services.db, services, mail)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'We cannot send e-mail at the moment.',
    });
  });

  expect(changes).toEqual({});
});

test('leaseMessages: only messages of the requested kind are leased', async () => {
  const config = readConfig({});
  const mail = {
    kind: 'mail' as const,
    recipient: 'a@example.com',
    subject: 'Hi',
    text: 'Hi',
    expiresAt: now + MINUTE,
  };
  await enqueue(services.db, { ...services, config }, mail);
  await enqueue(services.db, services, sms('one'));

  const leased = await leaseMessages(services.db, services, { kind: 'sms', max: 5, leaseFor: MINUTE });

  expect(leased.map(({ text }) => text)).toEqual(['one']);
  const untouched = await services.db.selectFrom('outbox').select('attempts').where('kind', '=', 'mail').execute();
  expect(untouched).toEqual([{ attempts: 0 }]);
});

test('leaseMessages: a message encrypted under another TOKEN_SECRET is left for the server that has it', async () => {
  await enqueue(services.db, { ...services, keys: deriveKeys('another secret') }, sms('old'));
  await enqueue(services.db, services, sms('new'));

  const leased = await leaseMessages(services.db, services, { kind: 'sms', max: 5, leaseFor: MINUTE });

  expect(leased.map(({ text }) => text).sort()).toEqual(['new', null]);
  const failed = await services.db.selectFrom('outbox').selectAll().where('failed_at', 'is not', null).execute();
  expect(failed).toEqual([]);
});

test('secretWarning: another TOKEN_SECRET than that of the newest message is named', async () => {
  expect(await secretWarning(services.db, services.keys)).toBeUndefined();
  await enqueue(services.db, services, sms('own'));
  expect(await secretWarning(services.db, services.keys)).toBeUndefined();
  expect(await secretWarning(services.db, deriveKeys('another secret'))).toMatch(/^TOKEN_SECRET: it is not the one/);
});
