import type { Credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const EMAIL_TAKEN = 'This email address is already registered';
const TAKEN = refusal(409, `${EMAIL_TAKEN}.`, { email: EMAIL_TAKEN });
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const edit = (as: Credentials, fields: { email: string; phone: string }) =>
  t.send('updateAccount', { ...mine(as), body: { ...attendee(), ...fields, registrationComplete: true } });
const proofsTo = async (email: string) =>
  (await t.outbox())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\?confirm=([\w.-]+)/.exec(text)?.[1] ?? []);
const prove = (as: Credentials, token = '') => t.send('proveEmail', { ...mine(as), body: { token } });

/** Imports a ticket without a phone, as Eventbrite exports it. */
async function importTicket() {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  return { number, email: emailOf(number) };
}

/** Signs in with a phone that another person has registered. */
async function takeOverRegistration(): Promise<Credentials & { phone: string }> {
  const { phone } = (await t.register()).profile;
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  const owner = await t.ask('smsLogin', { body: { phone, code } });
  t.clock.advance(10_000);
  await t.ask('confirmRegistration', { ...mine(owner), body: { mine: false } });
  return { phone, ...owner };
}

test("ask: a ticket's holder whose number another person registered gets number, e-mail and ticket by proving both (decision 022)", async () => {
  const { number, email } = await importTicket();
  const prepared = (await t.ticketOf(number)).account_id ?? '';
  const owner = await takeOverRegistration();

  expect((await edit(owner, { email, phone: owner.phone })).status).toBe(200);
  expect((await t.ticketOf(number)).account_id).toBe(prepared);
  // The profile can be saved again before the proof.
  expect((await edit(owner, { email, phone: owner.phone })).status).toBe(200);
  expect((await t.send('sendEmailProof', mine(owner))).status).toBe(200);
  expect(await proofsTo(email)).toHaveLength(2);
  const [proof] = await proofsTo(email);
  expect(await prove(owner, proof)).toMatchObject({ status: 200, body: { results: { email, emailProved: true } } });

  expect(await t.accountOf(number)).toMatchObject({
    ...{ id: owner.profile.id, email_key: email, email_claim_key: null, email_proved_at: expect.any(Number) },
  });
  const { db } = t.services;
  const closed = await db.selectFrom('accounts').selectAll().where('id', '=', prepared).executeTakeFirstOrThrow();
  expect(closed).toMatchObject({ email_key: null, email_claim_key: null });
});

test("ask: a stranger with a proved phone of their own takes nothing from a ticket's holder by asking for the e-mail (decision 022)", async () => {
  const { number, email } = await importTicket();
  const opened = await t.open(number);
  const strangers = [await t.registerProved(), await t.registerProved()];
  for (const stranger of strangers) {
    expect((await edit(stranger, { email, phone: stranger.profile.phone })).status).toBe(200);
  }
  const [proof] = await proofsTo(email);
  expect(await t.accountOf(number)).toMatchObject({ id: opened.profile.id, email_key: email, email_claim_key: null });

  // The holder activates the account as if no one had asked.
  expect((await edit(opened, { email, phone: attendee().phone })).status).toBe(200);
  expect(await t.accountOf(number)).toMatchObject({ id: opened.profile.id, email_key: email });
  for (const stranger of strangers) {
    expect(await edit(stranger, { email, phone: stranger.profile.phone })).toEqual(TAKEN);
  }
  // The newest link is that of the second.
  expect(await Promise.all(strangers.map((stranger) => prove(stranger, proof)))).toMatchObject([
    { status: 400 },
    TAKEN,
  ]);
  expect(await t.accountOf(number)).toMatchObject({ id: opened.profile.id, email_key: email });
});

test('ask: of several accounts the first to prove the e-mail gets it, the others get a 409 (decision 022)', async () => {
  const { number, email } = await importTicket();
  const [first, second] = [await t.registerProved(), await t.registerProved()];
  await edit(first, { email, phone: first.profile.phone });
  const [ofFirst] = await proofsTo(email);
  await edit(second, { email, phone: second.profile.phone });
  const ofSecond = (await proofsTo(email)).find((token) => token !== ofFirst);

  expect((await prove(first, ofFirst)).status).toBe(200);
  expect(await prove(second, ofSecond)).toEqual(TAKEN);
  expect((await t.ticketOf(number)).account_id).toBe(first.profile.id);
});

test('ask: also for an e-mail that a registration has and a ticket claims; the registration loses it with the proof (decision 022)', async () => {
  const number = newNumber();
  const email = emailOf(number);
  const squatter = await t.register({ email });
  await t.importRows([{ 'Attendee #': number }]);
  const owner = await takeOverRegistration();

  expect((await edit(owner, { email, phone: owner.phone })).status).toBe(200);
  const [proof] = await proofsTo(email);
  expect((await t.ask('getAccount', mine(squatter))).results.email).toBe(email);
  expect((await prove(owner, proof)).status).toBe(200);
  expect((await t.ticketOf(number)).account_id).toBe(owner.profile.id);
  expect((await t.ask('getAccount', mine(squatter))).results.email).toBe('');
});

test('ask: an e-mail that another account registered with and never proved goes to the first to prove it (decision 022)', async () => {
  const { email } = attendee();
  const squatter = await t.register({ email });
  const owner = await t.registerProved();

  expect((await edit(owner, { email, phone: owner.profile.phone })).status).toBe(200);
  expect((await t.ask('getAccount', mine(squatter))).results.email).toBe(email);
  // The address is on record all the same: no third account registers with it.
  expect(await t.send('createAccount', { body: { ...attendee(), email } })).toEqual(TAKEN);
  const [proof] = await proofsTo(email);
  expect(await prove(owner, proof)).toMatchObject({ status: 200, body: { results: { email, emailProved: true } } });

  expect((await t.ask('getAccount', mine(squatter))).results.email).toBe('');
  expect(await edit(await t.registerProved(), { email, phone: attendee().phone })).toEqual(TAKEN);
});

test('ask: the account that an e-mail was asked from keeps it by proving it first (decision 022)', async () => {
  const { email } = attendee();
  const first = await t.registerProved({ email });
  const stranger = await t.registerProved();
  const [ofFirst] = await proofsTo(email);
  expect((await edit(stranger, { email, phone: stranger.profile.phone })).status).toBe(200);
  const ofStranger = (await proofsTo(email)).find((token) => token !== ofFirst);

  expect((await prove(first, ofFirst)).status).toBe(200);
  expect(await prove(stranger, ofStranger)).toEqual(TAKEN);
  expect((await t.ask('getAccount', mine(first))).results).toMatchObject({ email, emailProved: true });
});

test('ask: an address that was asked for before a ticket had it does not keep the profile from being saved (decision 022)', async () => {
  const [own, other] = [await importTicket(), newNumber()];
  const { phone } = attendee();
  await t.activate(own.number, { email: own.email, phone });
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  const holder = await t.ask('smsLogin', { body: { phone, code } });
  await t.register({ email: emailOf(other) });
  expect((await edit(holder, { email: emailOf(other), phone })).status).toBe(200);

  await t.importRows([{ 'Attendee #': other }]);

  expect((await edit(holder, { email: emailOf(other), phone })).status).toBe(200);
});

test('ask: not without a proved phone, and not for an account that has a ticket of its own (decision 022)', async () => {
  const { email } = await importTicket();
  const unproved = await t.register();
  expect(await edit(unproved, { email, phone: unproved.profile.phone })).toEqual(TAKEN);

  const other = await importTicket();
  const phone = attendee().phone;
  const holder = await t.activate(other.number, { email: other.email, phone });
  t.clock.advance(61_000);
  const { code } = await t.requestSignIn(phone);
  const proved = await t.ask('smsLogin', { body: { phone, code } });
  expect(proved.profile.id).toBe(holder.profile.id);
  expect(await edit(proved, { email, phone })).toEqual(TAKEN);
});
