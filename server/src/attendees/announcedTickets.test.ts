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

test('import attendees: an announcement that waits when a ticket is cancelled goes to the account of the next ticket', async () => {
  const tickets = Array.from({ length: 5 }, () => ({ 'Attendee #': newNumber() }));
  const next = tickets.map((ticket) => ({ 'Attendee #': newNumber(), Email: emailOf(ticket['Attendee #']) }));
  await t.importRows([...tickets, ...next]);
  smtp.answer(450);
  smtp.taken.length = 0;
  const id = await announce(t, { mail: true });
  const { db } = t.services;
  const messages = db.selectFrom('announcement_messages').select('outbox_id').where('announcement_id', '=', id);
  const waiting = db.selectFrom('outbox').select('id').where('id', 'in', messages);
  const refused = () => waiting.where('leased_until', '=', 0).where('attempts', '>', 0).execute();
  await expect.poll(async () => (await refused()).length, { timeout: 10_000 }).toBe(5);

  await t.importRows(tickets.map((ticket) => ({ ...ticket, 'Attendee Status': 'Deleted' })));
  smtp.answer('take');

  const addresses = tickets.map((ticket) => emailOf(ticket['Attendee #']));
  await expect
    .poll(() => smtp.taken.map(({ to }) => to), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(addresses));
});
