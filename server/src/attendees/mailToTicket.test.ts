import { type Credentials, credentials } from '@companion/contract/session';
import { toE164 } from '@companion/contract/usPhone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal } from '../../../testkit/src/apiClient.ts';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '../../../testkit/src/attendeeTest.ts';
import { changesDuring } from '../../../testkit/src/databaseChanges.ts';
import { attendee, simulatedPhone } from '../../../testkit/src/testServer.ts';
import { MINUTE } from '../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const NO_LINK = refusal(401, 'This sign-in link is no longer valid.');
const EMAIL_TAKEN = 'This email address is already registered';
let numbers = 2200;
const newPhone = () => simulatedPhone(numbers++);
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const activate = (as: Credentials, fields: object) =>
  t.send('updateAccount', { ...mine(as), body: { ...attendee(), ...fields, registrationComplete: true } });
const refresh = async ({ refresh_token }: Credentials) => (await t.send('refresh', { body: { refresh_token } })).status;
const open = (token = '') => t.send('autologin', { body: { token } });
const newestToken = async (email: string) => (await t.tokensTo(email))[0] ?? '';
const registerAgain = (number: string) => t.send('createAccount', { body: { ...attendee(), email: emailOf(number) } });

/** Opens a link on a device with a cookie jar of its own. */
async function openOn(device: { cookie?: string }, token: string): Promise<Credentials> {
  const { cookie } = device;
  const answer = await t.request('autologin', { body: { token }, ...(cookie ? { headers: { cookie } } : {}) });
  device.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return credentials.parse(await answer.json());
}

async function signInBySms(phone: string): Promise<Credentials> {
  t.clock.advance(MINUTE + 1);
  const { code } = await t.requestSignIn(phone);
  return t.ask('smsLogin', { body: { phone, code } });
}

/** Imports a ticket with a mistyped phone and sends its invitation by mail and SMS. */
async function inviteWithWrongPhone() {
  const [number, wrong] = [newNumber(), newPhone()];
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': wrong }]);
  await t.command('invite', '--person', emailOf(number));
  const texted = (await t.tokensTo(toE164(wrong) ?? ''))[0] ?? '';
  return { number, wrong, texted, mailed: await newestToken(emailOf(number)) };
}

test('autologin: with a mistyped phone the mailed link opens the account after a stranger proved the number, and ends their access (decision 022)', async () => {
  const { number, wrong, texted, mailed } = await inviteWithWrongPhone();
  const device = {};
  const stranger = await openOn(device, texted);
  await t.ask('updateAccount', {
    ...mine(stranger),
    body: { ...attendee(), email: emailOf(number), phone: newPhone() },
  });

  const holder = await t.ask('autologin', { body: { token: mailed } });

  expect(await refresh(stranger)).toBe(401);
  expect((await t.send('getContent', { token: stranger.access_token })).status).toBe(401);
  expect((await t.request('autologin', { body: { token: texted }, headers: device })).status).toBe(401);
  expect(await t.accountOf(number)).toMatchObject({ phone: '', phone_e164: null, phone_proved_at: null });
  for (const table of ['known_devices', 'phone_changes'] as const) {
    const rows = t.services.db.selectFrom(table).selectAll().where('account_id', '=', holder.profile.id);
    expect(await rows.execute()).toEqual([]);
  }
  // The number is free, and no later import restores it.
  expect((await t.register({ phone: wrong })).profile.phone).toBe(wrong);
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': wrong, Company: 'Alder LLC' }]);
  const own = newPhone();
  expect((await activate(holder, { email: emailOf(number), phone: own })).status).toBe(200);
  expect(await t.accountOf(number)).toMatchObject({ phone: own, email_proved_at: expect.any(Number) });
});

test('invite, createAccount: with a mistyped phone the ticket holder still gets mail after a stranger proved the number (decision 022)', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  await t.ask('autologin', { body: { token: texted } });
  const count = async (recipient: string) => (await t.tokensTo(recipient)).length;
  const before = [await count(emailOf(number)), await count(toE164(wrong) ?? '')];

  t.clock.advance(2 * MINUTE);
  expect((await registerAgain(number)).status).toBe(409);
  t.clock.advance(MINUTE);
  await t.command('invite', '--person', emailOf(number), '--again-after', '0');

  const after = [await count(emailOf(number)), await count(toE164(wrong) ?? '')];
  expect(after.map((sum, index) => sum - (before[index] ?? 0))).toEqual([2, 1]);
});

test('smsLogin: a stranger who later proves a mistyped phone ends the session of the mail, but its link opens the account again (decision 022)', async () => {
  const { wrong, mailed } = await inviteWithWrongPhone();
  const device = {};
  const holder = await openOn(device, mailed);
  const stranger = await signInBySms(wrong);
  expect([await refresh(holder), stranger.profile.id]).toEqual([401, holder.profile.id]);
  t.clock.advance(60 * MINUTE);

  const again = await openOn(device, mailed);

  expect([await refresh(stranger), await refresh(again)]).toEqual([401, 200]);
  expect((await t.send('login', { body: { phone: wrong } })).status).toBe(404);
});

test('autologin: opening the mail of a ticket on the device that proved the phone ends nothing (decision 022)', async () => {
  const { number, texted, mailed } = await inviteWithWrongPhone();
  const device = {};
  const first = await openOn(device, texted);

  const second = await openOn(device, mailed);

  expect(await refresh(first)).toBe(200);
  expect((await t.accountOf(number))?.phone_proved_at).not.toBeNull();
  expect((await activate(second, { email: emailOf(number), phone: first.profile.phone })).status).toBe(200);
});

test('claim: an account that was activated from the SMS stays; the reader of the mail registers and claims ticket and e-mail (decision 022)', async () => {
  const { number, wrong, texted, mailed } = await inviteWithWrongPhone();
  const stranger = await t.ask('autologin', { body: { token: texted } });
  expect((await activate(stranger, { email: emailOf(number), phone: wrong, firstName: 'Mallory' })).status).toBe(200);
  expect(await open(mailed)).toEqual(NO_LINK);
  const { lines } = await t.command('invite', '--person', emailOf(number));
  expect(lines.join()).toContain('To claim the ticket, its holder registers with this e-mail');

  t.clock.advance(2 * MINUTE);
  expect(await registerAgain(number)).toEqual(refusal(409, `${EMAIL_TAKEN}.`, { email: EMAIL_TAKEN }));
  const holder = await t.ask('autologin', { body: { token: await newestToken(emailOf(number)) } });
  expect(holder.profile.id).not.toBe(stranger.profile.id);
  expect(holder.profile).toMatchObject({ firstName: 'Grace', phone: '', registrationComplete: false });
  expect((await activate(holder, { email: emailOf(number) })).status).toBe(200);

  expect(await t.accountOf(number)).toMatchObject({ id: holder.profile.id, email_proved_at: expect.any(Number) });
  const { results } = await t.ask('getAccount', mine(stranger));
  expect(results).toMatchObject({ firstName: 'Mallory', phone: wrong, email: '' });
});

test('claim: a claim ends when the account that was activated from the SMS proves the e-mail (decision 022)', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  const owner = await t.ask('autologin', { body: { token: texted } });
  await activate(owner, { email: emailOf(number), phone: wrong });
  t.clock.advance(2 * MINUTE);
  // Twenty concurrent requests make one claim.
  await Promise.all(Array.from({ length: 20 }, () => registerAgain(number)));
  const claimants = t.services.db.selectFrom('accounts').select('id').where('email_claim_key', '=', emailOf(number));
  expect(await claimants.execute()).toHaveLength(1);
  expect((await t.accountOf(number))?.id).toBe(owner.profile.id);
  const mailed = await newestToken(emailOf(number));

  const proof = (await t.outbox()).flatMap(({ to, text }) =>
    to === emailOf(number) ? (/\?confirm=([\w.-]+)/.exec(text)?.[1] ?? []) : [],
  )[0];
  expect((await t.send('proveEmail', { ...mine(owner), body: { token: proof } })).status).toBe(200);

  expect((await t.accountOf(number))?.id).toBe(owner.profile.id);
  expect(await open(mailed)).toEqual(NO_LINK);
});

const openTexted = (texted: string) => t.ask('autologin', { body: { token: texted } });

async function changePhone(as: Credentials, email: string): Promise<void> {
  const phone = newPhone();
  await t.ask('updateAccount', { ...mine(as), body: { ...attendee(), email, phone } });
  const code = (await t.textsTo(phone))[0]?.slice(0, 6);
  expect((await t.send('provePhone', { ...mine(as), body: { code } })).status).toBe(200);
}

test('provePhone: the mail, opened on the device that has proved a changed number, takes it from nobody', async () => {
  const { number, wrong: phone, texted, mailed } = await inviteWithWrongPhone();
  const device: { cookie?: string } = {};
  const owner = await openOn(device, texted);
  const changed = newPhone();
  const body = { ...attendee(), email: emailOf(number), phone: changed };
  await t.ask('updateAccount', { ...mine(owner), body });
  const code = (await t.textsTo(changed))[0]?.slice(0, 6);
  const headers = { cookie: device.cookie ?? '' };
  const proved = await t.request('provePhone', { ...mine(owner), headers, body: { code } });
  expect(proved.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([device.cookie]);

  const opened = await openOn(device, mailed);

  expect(opened.profile.phone).toBe(changed);
  expect(await refresh(owner)).toBe(200);
  expect((await t.send('login', { body: { phone } })).status).toBe(404);
});

test('provePhone: a stranger who changes the number of a prepared account does not close the mailed link (decision 022)', async () => {
  const { number, texted, mailed } = await inviteWithWrongPhone();
  await changePhone(await openTexted(texted), emailOf(number));

  expect((await open(mailed)).status).toBe(200);
  expect(await t.accountOf(number)).toMatchObject({ phone: '', phone_proved_at: null });
});

test('sendEmailProof: a prepared account has no e-mail to confirm, so it is 409 (decision 022)', async () => {
  const { texted } = await inviteWithWrongPhone();
  const stranger = await openTexted(texted);

  const answer = await t.send('sendEmailProof', mine(stranger));
  expect(answer).toEqual(refusal(409, 'There is no email address to confirm.'));
});

test('updateAccount: a limit that a stranger used up does not keep the ticket holder from activating (decision 023)', async () => {
  const { number, texted, mailed } = await inviteWithWrongPhone();
  const stranger = await openTexted(texted);
  for (let i = 0; i < 10; i++) {
    const body = { ...attendee(), email: `x${i}@example.com`, phone: stranger.profile.phone };
    expect((await t.send('updateAccount', { ...mine(stranger), body })).status).toBe(409);
  }

  const holder = credentials.parse((await open(mailed)).body);
  expect((await activate(holder, { email: emailOf(number) })).status).toBe(200);
});

test('claim: the mistyped phone of a ticket does not open the account that claims it (decision 022)', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  const stranger = await openTexted(texted);
  await activate(stranger, { email: emailOf(number), phone: wrong });
  await changePhone(stranger, emailOf(number));
  t.clock.advance(2 * MINUTE);
  await registerAgain(number);

  expect((await t.send('login', { body: { phone: wrong } })).status).toBe(404);
  expect((await open(await newestToken(emailOf(number)))).status).toBe(200);
});

test('claim: where the activation gave another e-mail, the ticket holder gets mail although someone registered with theirs (decision 022)', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  const stranger = await openTexted(texted);
  await activate(stranger, { email: attendee().email, phone: wrong });
  await t.register({ email: emailOf(number) });
  t.clock.advance(2 * MINUTE);
  expect((await registerAgain(number)).status).toBe(409);

  const holder = await t.ask('autologin', { body: { token: await newestToken(emailOf(number)) } });
  expect((await t.accountOf(number))?.id).toBe(stranger.profile.id);
  expect((await activate(holder, { email: emailOf(number) })).status).toBe(200);
  expect((await t.accountOf(number))?.id).toBe(holder.profile.id);
});

test('createAccount: a registration that is repeated after a lost answer mails nothing, and makes no second account', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  await activate(await openTexted(texted), { email: attendee().email, phone: wrong });
  const body = { ...attendee(), email: emailOf(number) };
  const register = () => t.send('createAccount', { body, headers: { 'idempotency-key': `again ${number}` } });
  const first = await register();

  const changes = await changesDuring(t, async () => expect(await register()).toEqual(first));

  expect([first.status, changes]).toEqual([201, {}]);
});

test('claim: registering with the e-mail of an attendee takes no ticket and causes no invitation; a cancelled ticket ends the claim (decision 022)', async () => {
  const { number, wrong, texted } = await inviteWithWrongPhone();
  const owner = await openTexted(texted);
  await activate(owner, { email: emailOf(number), phone: wrong });
  t.clock.advance(2 * MINUTE);
  expect((await registerAgain(number)).status).toBe(409);
  const mails = (await t.tokensTo(emailOf(number))).length;
  await t.command('invite');

  expect((await t.accountOf(number))?.id).toBe(owner.profile.id);
  expect(await t.tokensTo(emailOf(number))).toHaveLength(mails);
  await t.importRows([{ 'Attendee #': number, 'Attendee Status': 'Deleted' }]);
  expect((await t.ticketOf(number)).status).toBe('cancelled');
  expect(await open(await newestToken(emailOf(number)))).toEqual(NO_LINK);
});
