import { announce } from '@companion/testkit/announce';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let smtp: SmtpPeer;
let t: AttendeeTest;
beforeAll(async () => {
  smtp = await startSmtpPeer();
  t = await startAttendeeTest({ ...smtp.settings, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await t.stop();
  await smtp.stop();
});

test('import attendees: an announcement that waits when the e-mail of a ticket is corrected goes to the right address', async () => {
  const number = newNumber();
  const right = `right.${emailOf(number)}`;
  await t.importRows([{ 'Attendee #': number }]);
  // The provider takes nothing for now.
  smtp.answer(450);
  const id = await announce(t, { mail: true });
  const { db } = t.services;
  const sending = db.selectFrom('announcement_sendings').selectAll().where('announcement_id', '=', id);
  await expect.poll(async () => (await sending.executeTakeFirstOrThrow()).done_at, { timeout: 10_000 }).not.toBeNull();
  const waiting = db.selectFrom('outbox').select('recipient').where('leased_until', '=', 0).where('attempts', '>', 0);
  await expect.poll(() => waiting.execute(), { timeout: 10_000 }).toEqual([{ recipient: emailOf(number) }]);

  await t.importRows([{ 'Attendee #': number, Email: right }]);
  smtp.answer('take');

  await expect.poll(() => smtp.taken.map(({ to }) => to), { timeout: 10_000 }).toEqual([right]);
});
