import { toE164 } from '@companion/contract/usPhone';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { connectToDatabase } from '@companion/testkit/connectToDatabase';
import { countLockWaiters } from '@companion/testkit/countLockWaiters';
import { simulatedPhone } from '@companion/testkit/testServer';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importAttendees } from '../../attendees/importAttendees.ts';
import { markUndeliverable } from './undeliverableSms.ts';

let t: AttendeeTest;
let client: pg.Client;
beforeAll(async () => {
  t = await startAttendeeTest();
  client = await connectToDatabase(t);
});
afterAll(async () => {
  await client.end();
  await t.stop();
});

const waiting = () => countLockWaiters(client);

test('markUndeliverable: a failed SMS does not deadlock with the cancellation of its ticket (decision 022)', async () => {
  const [number, phone] = [newNumber(), simulatedPhone(33)];
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  await t.command('invite', '--person', emailOf(number));
  const account = await t.accountOf(number);
  // An SMS that its provider has and that has not arrived yet.
  const message = await t.services.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', toE164(phone) ?? '')
    .executeTakeFirstOrThrow();
  await t.services.db
    .updateTable('outbox')
    .set({ sent_at: null, failed_at: null, leased_until: t.clock.now() + 600_000 })
    .where('id', '=', message.id)
    .execute();
  await client.query('begin');
  await client.query('select 1 from link_tokens where account_id = $1 for update', [account?.id]);
  const record = {
    externalId: number,
    status: 'Cancelled',
    firstName: 'Grace',
    lastName: 'Export',
    email: emailOf(number),
  };
  const cancelled = importAttendees(t.services, [{ record }], () => undefined);
  await expect.poll(waiting).toBe(1);
  const noted = markUndeliverable(t.services, message.id, {
    reason: 'Twilio: undelivered (30006)',
    code: '30006',
  });
  await expect.poll(waiting).toBe(2);
  await client.query('commit');

  const results = await Promise.allSettled([cancelled, noted]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
