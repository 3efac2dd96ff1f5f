import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { attendee as person, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const LINK_GONE = refusal(401, 'This sign-in link is no longer valid.');
const cancel = (number: string) => t.importRows([{ 'Attendee #': number, 'Attendee Status': 'Deleted' }]);

test('cancel: an attendee who is not on record gets no account and no invitation', async () => {
  const number = newNumber();

  const changes = await changesDuring(t, () => cancel(number));
  await t.command('invite', '--person', emailOf(number));

  expect(countsOf(changes)).toEqual({ tickets: '+1' });
  expect(await t.ticketOf(number)).toMatchObject({ status: 'cancelled', account_id: null });
  expect(await t.tokensTo(emailOf(number))).toEqual([]);
});

test('cancel before activation: no link, session, phone or waiting message opens the account', async () => {
  const number = newNumber();
  const phone = simulatedPhone(910);
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  const { token, access_token, profile } = await t.open(number);
  const mails = () => t.services.db.selectFrom('outbox').selectAll().where('recipient', '=', emailOf(number)).execute();
  // The worker may be sending it, and would then note that it has.
  await expect.poll(async () => (await mails()).every(({ sent_at }) => sent_at !== null)).toBe(true);
  // A message that waits for its provider.
  const late = { next_attempt_at: t.clock.now() + HOUR, sent_at: null };
  await t.services.db.updateTable('outbox').set(late).where('recipient', '=', emailOf(number)).execute();

  expect(await cancel(number)).toContain(
    `row 2 (attendee ${number}): cancelled (the account was not activated and is closed)`,
  );

  expect(await t.send('autologin', { body: { token } })).toEqual(LINK_GONE);
  expect((await t.send('login', { body: { phone } })).status).toBe(404);
  // A session that was ended may be known for 5 s (decision 031).
  t.clock.advance(5000);
  expect((await t.send('getAccount', { token: access_token, params: { id: profile.id } })).status).toBe(401);
  expect((await mails()).map(({ sent_at, failed_at }) => [sent_at, failed_at])).toEqual([[null, expect.any(Number)]]);
  await t.command('invite', '--person', emailOf(number));
  expect(await t.tokensTo(emailOf(number))).toHaveLength(1);
});

test('cancel before activation: an unproved new phone no longer opens the account, and the record of the old one is deleted', async () => {
  const number = newNumber();
  const [phone, changed] = [simulatedPhone(912), simulatedPhone(913)];
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  const { access_token, profile } = await t.open(number);
  const body = { ...person(), email: emailOf(number), phone: changed };
  await t.ask('updateAccount', { token: access_token, params: { id: profile.id }, body });
  const { code } = await t.requestSignIn(changed);
  const marked = { sms_undeliverable_at: t.clock.now(), sms_undeliverable_code: '30006' };
  await t.services.db.updateTable('accounts').set(marked).where('id', '=', profile.id).execute();

  await cancel(number);

  expect((await t.send('smsLogin', { body: { phone: changed, code } })).status).toBe(401);
  t.clock.advance(61_000);
  expect((await t.send('login', { body: { phone: changed } })).status).toBe(404);
  expect(await t.accountOf(number)).toMatchObject({
    ...{ phone: '', phone_e164: null, phone_proved_at: null },
    ...{ sms_undeliverable_at: null, sms_undeliverable_code: null },
  });
});

test('cancel before activation: e-mail and phone can be registered again', async () => {
  const number = newNumber();
  const phone = simulatedPhone(911);
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  await cancel(number);

  const { profile } = await t.register({ ...person(), email: emailOf(number), phone });

  expect(profile).toMatchObject({ email: emailOf(number), phone, registrationComplete: true });
});

test('cancel after activation: the account stays', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { access_token, profile } = await t.activate(number);

  let lines: string[] = [];
  const changes = await changesDuring(t, async () => {
    lines = await cancel(number);
  });

  expect(lines).toContain(`row 2 (attendee ${number}): cancelled (the account is activated and stays)`);
  expect(countsOf(changes)).toEqual({ tickets: '+1 -1' });
  expect((await t.send('getAccount', { token: access_token, params: { id: profile.id } })).status).toBe(200);
});

test('cancel: a second time changes nothing', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  await cancel(number);

  const changes = await changesDuring(t, async () => {
    expect(await cancel(number)).toContain(`row 2 (attendee ${number}): unchanged (cancelled)`);
  });

  expect(changes).toEqual({});
});

test('cancel: an attendee whose ticket becomes valid again has the same account and is invited again', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { token, profile } = await t.open(number);
  await cancel(number);

  expect(await t.importRows([{ 'Attendee #': number }])).toContain(
    `row 2 (attendee ${number}): changed (Attendee Status)`,
  );

  expect(await t.send('autologin', { body: { token } })).toEqual(LINK_GONE);
  expect((await t.activate(number)).profile.id).toBe(profile.id);
});

test('cancel: a masked row is enough if it has the number', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);

  await t.importRows([
    { 'Attendee #': number, 'Attendee Status': 'Refunded', 'First Name': 'G***', Email: 'g***@e***' },
  ]);

  expect(await t.ticketOf(number)).toMatchObject({ status: 'cancelled', first_name: 'Grace', email: emailOf(number) });
});

test('cancel: of two tickets with one e-mail, the other gets the account, in any order of rows', async () => {
  const [first, second] = [newNumber(), newNumber()];
  const shared = { 'Attendee #': second, Email: emailOf(first) };
  await t.importRows([{ 'Attendee #': first }, shared]);

  await t.importRows([shared, { 'Attendee #': first, 'Attendee Status': 'Deleted' }]);

  expect(await t.accountOf(second)).toMatchObject({ email: emailOf(first), last_name: `Export ${second}` });
  await t.activate(second);
});

test('cancel after activation: a ticket that was issued again with the e-mail gets the account', async () => {
  const [first, again] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': first }]);
  const { profile } = await t.activate(first);
  const reissued = { 'Attendee #': again, Email: emailOf(first) };
  expect((await t.importRows([reissued]))[0]).toContain(`has the same e-mail as attendee ${first}`);

  expect(await cancel(first)).toContain(`row 2 (attendee ${first}): cancelled (the account is activated and stays)`);

  expect(await t.accountOf(again)).toMatchObject({ id: profile.id, confirmed_at: expect.any(Number) });
  expect(await t.importRows([reissued])).toContain(`row 2 (attendee ${again}): unchanged`);
});

test('cancel: a new ticket with the e-mail of a cancelled one is invited like any other', async () => {
  const [first, second] = [newNumber(), newNumber()];
  await t.importRows([{ 'Attendee #': first }]);
  await cancel(first);

  await t.importRows([{ 'Attendee #': second, Email: emailOf(first) }]);
  await t.activate(second);
  // The first ticket becomes valid again, but its account belongs to the second.
  const lines = await t.importRows([{ 'Attendee #': first }]);

  expect(lines[0]).toMatch(/changed \(Attendee Status\); warning: has the same e-mail as attendee/);
  expect(await t.accountOf(second)).toMatchObject({ email: emailOf(first), registration_complete: 1 });
});

test('cancel: concurrent activations either succeed and stay or are rejected with 401', async () => {
  const numbers = Array.from({ length: 12 }, newNumber);
  await t.importRows(numbers.map((number) => ({ 'Attendee #': number })));
  const people = [];
  for (const number of numbers) people.push({ number, ...(await t.open(number)) });

  const [replies] = await Promise.all([
    Promise.all(
      people.map(({ number, access_token, profile }) => {
        const body = { ...person(), email: emailOf(number), registrationComplete: true };
        return t.send('updateAccount', { token: access_token, params: { id: profile.id }, body });
      }),
    ),
    t.importRows(numbers.map((number) => ({ 'Attendee #': number, 'Attendee Status': 'Deleted' }))),
  ]);

  expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
  for (const [index, { number }] of people.entries()) {
    const activated = replies[index]?.status === 200;
    expect(await t.accountOf(number)).toMatchObject({
      registration_complete: activated ? 1 : 0,
      email_key: activated ? emailOf(number) : null,
    });
    expect(await t.ticketOf(number)).toMatchObject({ status: 'cancelled' });
  }
});
