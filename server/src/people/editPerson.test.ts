import { toE164 } from '@companion/contract/usPhone';
import { type AttendeeTest, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { signedInMember } from '@companion/testkit/staffBrowser';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
let browser: Awaited<ReturnType<typeof signedInMember>>['browser'];
beforeAll(async () => {
  t = await startAttendeeTest();
  ({ browser } = await signedInMember(t, 'editor'));
});
afterAll(() => t.stop());

const edit = (personId: string, from: object, to: object) =>
  browser.send('editPerson', { params: { personId }, body: { from, ...to } });
const messagesTo = async (to: string) =>
  (await t.outbox()).filter((message) => message.to === to).map(({ text }) => text);
const CHANGED = /The organizer of Test Summit has changed/;

test('edit a person: the fields that are sent change, by the rules of the profile, and the audit log has their names', async () => {
  const { profile } = await t.register({ lastName: 'Before' });
  expect(await edit(profile.id, { lastName: 'Before' }, { lastName: 'After' })).toMatchObject({
    status: 200,
    body: { results: { lastName: 'After', firstName: 'Ada' } },
  });
  const entry = await t.services.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'editPerson')
    .where('entity_id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ entity: 'person', fields: '["lastName"]', choices: null });
  expect(JSON.stringify(entry)).not.toContain('After');
  const bad = await edit(profile.id, { lastName: 'After', phone: profile.phone }, { lastName: 'A', phone: '12' });
  expect(bad).toMatchObject({
    status: 400,
    body: { errors: { lastName: 'Must be 2 characters or more', phone: 'Phone number must be at least 10 digits' } },
  });
});

test('edit a person: a field that has changed since is a 409 with the person, and nothing is written', async () => {
  const { profile, access_token: token } = await t.register({ firstName: 'Adele' });
  const params = { id: profile.id };
  await t.ask('updateAccount', { token, params, body: { ...profile, firstName: 'Adelina', organizationType: 'WOSB' } });
  const from = { firstName: 'Adele', lastName: profile.lastName };
  expect(await edit(profile.id, from, { firstName: 'Adela', lastName: 'Other' })).toMatchObject({
    status: 409,
    body: { results: { firstName: 'Adelina', lastName: profile.lastName } },
  });
  // Another field was not seen by anyone else.
  expect((await edit(profile.id, { lastName: profile.lastName }, { lastName: 'Other' })).status).toBe(200);
});

test('edit a person: a phone or an e-mail of another person is refused, in each field', async () => {
  const [one, other] = [await t.register(), await t.register()];
  const { phone, email } = other.profile;
  expect(
    await edit(one.profile.id, { phone: one.profile.phone, email: one.profile.email }, { phone, email }),
  ).toMatchObject({
    status: 409,
    body: { errors: { phone: expect.any(String) } },
  });
  expect(await edit(one.profile.id, { email: one.profile.email }, { email })).toMatchObject({
    status: 409,
    body: { errors: { email: expect.any(String) } },
  });
});

test('edit a person: a proved e-mail becomes unproved, and the old address is told', async () => {
  const { profile } = await t.registerProved();
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', profile.id).execute();
  await edit(profile.id, { email: profile.email }, { email: `new.${profile.email}` });
  expect((await browser.ask('getPerson', { params: { personId: profile.id } })).results).toMatchObject({
    email: `new.${profile.email}`,
    emailProvedAt: null,
  });
  expect(await messagesTo(profile.email)).toEqual(expect.arrayContaining([expect.stringMatching(CHANGED)]));
  // The new address proves itself in a session of its owner only.
  expect(await messagesTo(`new.${profile.email}`)).toEqual([expect.stringContaining('/profile/edit?confirm=')]);
});

test('edit a person: a corrected e-mail of who has not activated ends what the reader of the wrong one has opened', async () => {
  const [wrong, right] = ['wrong.mailbox@example.com', 'right.mailbox@example.com'];
  const body = { firstName: 'Walk', lastName: 'In', email: wrong };
  const { id: personId } = (await browser.ask('addPerson', { body })).results.person;
  await browser.ask('resendInvitation', { params: { personId } });
  const [token] = await t.tokensTo(wrong);
  const reader = await t.ask('autologin', { body: { token } });

  expect((await edit(personId, { email: wrong }, { email: right })).status).toBe(200);

  const activation = { ...attendee(), registrationComplete: true };
  const given = { token: reader.access_token, params: { id: personId }, body: activation };
  expect((await t.send('updateAccount', given)).status).toBe(401);
  expect((await t.send('refresh', { body: { refresh_token: reader.refresh_token } })).status).toBe(401);
  expect((await t.send('autologin', { body: { token } })).status).toBe(401);
  expect((await browser.ask('getPerson', { params: { personId } })).results).toMatchObject({
    email: right,
    sessions: [],
  });
});

test('edit a person: who has proved nothing yet is told of another phone or e-mail at the address that they entered', async () => {
  const { profile } = await t.register();
  const email = `new.${profile.email}`;
  await edit(profile.id, { email: profile.email }, { email });
  expect(await messagesTo(profile.email)).toEqual([expect.stringMatching(CHANGED)]);
  await edit(profile.id, { phone: profile.phone }, { phone: simulatedPhone(42) });
  expect(await messagesTo(email)).toEqual([expect.stringMatching(CHANGED)]);
});

test('edit a person: another phone and e-mail at once are told of once', async () => {
  const { profile } = await t.register();
  const { phone, email } = profile;
  const to = { phone: simulatedPhone(43), email: `new.${email}` };
  expect((await edit(profile.id, { phone, email }, to)).status).toBe(200);
  expect(await messagesTo(email)).toEqual([expect.stringMatching(CHANGED)]);
});

test('edit a person: a proved phone is replaced with a password only; its owner is told and signed out, and the new one is unproved', async () => {
  const { profile, access_token: token } = await t.registerProved();
  const phone = simulatedPhone(40);
  const params = { personId: profile.id };
  expect((await edit(profile.id, { phone: profile.phone }, { phone })).status).toBe(409);
  await t.services.db.updateTable('staff_sessions').set({ confirmed_at: 0 }).execute();
  const body = { from: profile.phone, phone };
  expect(await browser.send('replacePersonPhone', { params, body })).toMatchObject({ body: { code: 'confirm' } });
  await t.services.db.updateTable('staff_sessions').set({ confirmed_at: t.clock.now() }).execute();

  const { results } = await browser.ask('replacePersonPhone', { params, body });

  expect(results).toMatchObject({ phone, phoneProvedAt: null, sessions: [], confirmed: true });
  expect((await t.send('getQuestions', { token })).status).toBe(401);
  expect((await messagesTo(toE164(profile.phone) ?? ''))[0]).toMatch(CHANGED);
  expect((await t.send('login', { body: { phone: profile.phone } })).status).toBe(404);
  const { code } = await t.requestSignIn(phone);
  const signedIn = await t.ask('smsLogin', { body: { phone, code } });
  expect(signedIn.profile).toMatchObject({ id: profile.id, registeredElsewhere: true });
  // As long as no one can be told, nothing changes.
  expect((await browser.send('replacePersonPhone', { params, body: { from: profile.phone, phone } })).status).toBe(409);
});

test('edit a person: without a way to tell the owner of a proved phone, it is not replaced', async () => {
  const { profile } = await t.registerProved();
  await t.services.db
    .updateTable('accounts')
    .set({ sms_undeliverable_at: 1, email_proved_at: null })
    .where('id', '=', profile.id)
    .execute();
  const given = { params: { personId: profile.id }, body: { from: profile.phone, phone: simulatedPhone(41) } };
  expect(await browser.send('replacePersonPhone', given)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('can send no message') },
  });
  expect((await browser.ask('getPerson', { params: given.params })).results.phone).toBe(profile.phone);
});

test('edit a person: the details of a ticket are the ticketing service’s until the person activates', async () => {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  const { id = '', last_name } = (await t.accountOf(number)) ?? {};
  expect(await edit(id, { lastName: last_name }, { lastName: 'Changed' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ticketing service') },
  });
});
