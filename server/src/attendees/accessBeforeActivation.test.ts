import { type Credentials, credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '@companion/testkit/attendeeTest';
import { attendee, simulatedPhone } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

const NO_LINK = refusal(401, 'This sign-in link is no longer valid.');
let numbers = 1200;
const newPhone = () => simulatedPhone(numbers++);
const mine = ({ profile, access_token }: Credentials) => ({ token: access_token, params: { id: profile.id } });
const edit = (as: Credentials, fields: object) =>
  t.send('updateAccount', { ...mine(as), body: { ...attendee(), ...fields } });
const refresh = async ({ refresh_token }: Credentials) => (await t.send('refresh', { body: { refresh_token } })).status;
const invite = (number: string) => t.command('invite', '--person', emailOf(number), '--again-after', '0');
const open = (token = '') => t.send('autologin', { body: { token } });
const textedToken = async (phone: string) => /\?t=([\w-]+)/.exec((await t.textsTo(phone))[0] ?? '')?.[1];

async function importTicket(phone = '') {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': phone }]);
  return number;
}

async function signInBySms(phone: string): Promise<Credentials> {
  t.clock.advance(MINUTE + 1);
  const { code } = await t.requestSignIn(phone);
  return t.ask('smsLogin', { body: { phone, code } });
}

test('import attendees: correcting the phone of a ticket ends the access that the wrong one gave (decision 022)', async () => {
  const [wrong, right] = [newPhone(), newPhone()];
  const number = await importTicket(wrong);
  await invite(number);
  const token = await textedToken(wrong);
  const stranger = await t.ask('autologin', { body: { token: token ?? '' } });

  await t.importRows([{ 'Attendee #': number, 'Cell Phone': right }]);

  expect(await refresh(stranger)).toBe(401);
  expect(await t.accountOf(number)).toMatchObject({ phone: right, phone_proved_at: null });
  // The old link stays invalid even if the ticket gets the old number again.
  await t.importRows([{ 'Attendee #': number, 'Cell Phone': wrong }]);
  expect(await open(token)).toEqual(NO_LINK);
  const known = t.services.db.selectFrom('known_devices').selectAll().where('account_id', '=', stranger.profile.id);
  expect(await known.execute()).toEqual([]);
});

test('import attendees: another change of a ticket keeps the number that its holder has proved (decision 022)', async () => {
  const [wrong, own] = [newPhone(), newPhone()];
  const number = await importTicket(wrong);
  const opened = await t.open(number);
  expect((await edit(opened, { email: emailOf(number), phone: own })).status).toBe(200);
  const holder = await signInBySms(own);

  await t.importRows([{ 'Attendee #': number, 'Cell Phone': wrong, Company: 'Alder LLC' }]);

  expect(await t.accountOf(number)).toMatchObject({ phone: own, organization_name: 'Alder LLC' });
  expect((await t.accountOf(number))?.phone_proved_at).not.toBeNull();
  expect(await refresh(holder)).toBe(200);
});

test("import attendees: a ticket's phone that changes to another account's number removes the wrong one (decision 022)", async () => {
  const wrong = newPhone();
  const number = await importTicket(wrong);
  const stranger = await signInBySms(wrong);
  const other = await t.register();

  const rows = await t.importRows([{ 'Attendee #': number, 'Cell Phone': other.profile.phone }]);

  expect(rows.join()).toContain('its phone is that of another account and is left out');
  expect(await refresh(stranger)).toBe(401);
  expect(await t.accountOf(number)).toMatchObject({ phone: '', phone_e164: null, phone_proved_at: null });
});

test('updateAccount: an activation ends all other sessions and links, except the link of its own session (decision 022)', async () => {
  const number = await importTicket();
  const before = await t.open(number);
  t.clock.advance(MINUTE);
  await invite(number);
  const [token = ''] = await t.tokensTo(emailOf(number));
  const opened = await t.request('autologin', { body: { token } });
  const headers = { cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const holder = credentials.parse(await opened.json());
  t.clock.advance(MINUTE);
  await invite(number);
  const [unopened] = await t.tokensTo(emailOf(number));

  expect((await edit(holder, { email: emailOf(number), registrationComplete: true })).status).toBe(200);

  expect([await refresh(before), await refresh(holder)]).toEqual([401, 200]);
  expect((await t.send('getContent', { token: before.access_token })).status).toBe(401);
  expect([await open(before.token), await open(unopened)]).toEqual([NO_LINK, NO_LINK]);
  expect((await t.send('autologin', { body: { token }, headers })).status).toBe(200);
});

test("updateAccount: an account activated by the owner of its number cannot be opened from the ticket's mail, and the ticket's address is free (decision 022)", async () => {
  const number = await importTicket();
  const preparer = await t.open(number);
  const phone = newPhone();
  expect((await edit(preparer, { email: emailOf(number), phone })).status).toBe(200);
  const owner = await signInBySms(phone);
  expect(owner.profile.id).toBe(preparer.profile.id);

  expect((await edit(owner, { phone, registrationComplete: true })).status).toBe(200);

  expect([await refresh(preparer), await open(preparer.token)]).toEqual([401, NO_LINK]);
  const mailed = await t.tokensTo(emailOf(number));
  const other = await t.register({ email: emailOf(number) });
  expect(other.profile.id).not.toBe(owner.profile.id);
  expect(await t.tokensTo(emailOf(number))).toEqual(mailed);
});

test('autologin: a mailed link made during an activation by a proved phone does not sign in (decision 022)', async () => {
  const number = await importTicket();
  await invite(number);
  const [token] = await t.tokensTo(emailOf(number));
  // As if the activation had not seen the link.
  const activated = { phone_e164: '+12025550999', phone_proved_at: t.clock.now(), registration_complete: 1 as const };
  const { id } = (await t.accountOf(number)) ?? {};
  await t.services.db
    .updateTable('accounts')
    .set(activated)
    .where('id', '=', id ?? '')
    .execute();

  expect(await open(token)).toEqual(NO_LINK);
});

test('updateAccount: a new number that waits for its code still waits for it after the activation', async () => {
  const [phone, changed] = [newPhone(), newPhone()];
  const number = await importTicket(phone);
  const holder = await signInBySms(phone);
  expect((await edit(holder, { email: emailOf(number), phone: changed })).status).toBe(200);
  const code = (await t.textsTo(changed))[0]?.slice(0, 6);

  const activated = await edit(holder, { email: emailOf(number), phone: changed, registrationComplete: true });

  expect(activated).toMatchObject({ status: 200, body: { results: { phone, pendingPhone: changed } } });
  expect((await t.ask('provePhone', { ...mine(holder), body: { code } })).results.phone).toBe(changed);
});
