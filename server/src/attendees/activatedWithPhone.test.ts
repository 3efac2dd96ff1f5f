import { type Credentials, credentials } from '@companion/contract/session';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttendeeTest, emailOf, newNumber, startAttendeeTest } from '../../../testkit/src/attendeeTest.ts';
import { attendee, simulatedPhone } from '../../../testkit/src/testServer.ts';
import { MINUTE } from '../platform/time.ts';

let t: AttendeeTest;
beforeAll(async () => {
  t = await startAttendeeTest();
});
afterAll(() => t.stop());

let numbers = 2400;
type Device = { headers: { cookie: string } };

/** Signs in on a device, which sends its cookie and keeps the new one. */
async function signIn(call: 'autologin' | 'smsLogin', body: object, device?: Device) {
  const answer = await t.request(call, { body, ...device });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { as: credentials.parse(await answer.json()), device: { headers: { cookie } } };
}

async function signInBySms(phone: string, device?: Device) {
  t.clock.advance(MINUTE + 1);
  const { code } = await t.requestSignIn(phone);
  return signIn('smsLogin', { phone, code }, device);
}

async function signInByText(phone: string, device?: Device) {
  t.clock.advance(MINUTE + 1);
  const { linkToken } = await t.requestSignIn(phone);
  return signIn('autologin', { token: linkToken }, device);
}

const edit = ({ profile, access_token: token }: Credentials, fields: object) =>
  t.ask('updateAccount', { token, params: { id: profile.id }, body: { ...attendee(), ...fields } });

/** Activates an account from the mail of its ticket, with an unproved number. */
async function activateWith(phone: string) {
  const number = newNumber();
  await t.importRows([{ 'Attendee #': number }]);
  await t.command('invite', '--person', emailOf(number));
  const [token = ''] = await t.tokensTo(emailOf(number));
  const { as, device } = await signIn('autologin', { token });
  await edit(as, { email: emailOf(number), phone, registrationComplete: true });
  expect((await t.accountOf(number))?.email_proved_at).not.toBeNull();
  return { number, token, device, id: as.profile.id };
}

test('smsLogin: the first proof of a number that somebody else activated a ticket with ends the proof of the e-mail, so no sign-in is mailed there (decision 022)', async () => {
  const phone = simulatedPhone(numbers++);
  const { number, id } = await activateWith(phone);

  const { as: owner } = await signInBySms(phone);

  expect(owner.profile).toMatchObject({ id, email: emailOf(number), emailProved: false });
  await t.services.db.updateTable('accounts').set({ sms_undeliverable_at: 1 }).where('id', '=', id).execute();
  t.clock.advance(MINUTE + 1);
  const mails = await t.tokensTo(emailOf(number));
  expect((await t.send('login', { body: { phone } })).status).toBe(409);
  expect(await t.tokensTo(emailOf(number))).toEqual(mails);
});

test.each([
  ['a code', signInBySms],
  ['a link', signInByText],
])(
  'smsLogin, autologin: a device that opened the mail of the ticket and then proves the phone by %s keeps the e-mail proved (decision 022)',
  async (_, prove) => {
    const phone = simulatedPhone(numbers++);
    const { device, id } = await activateWith(phone);

    const { as: owner } = await prove(phone, device);

    expect(owner.profile).toMatchObject({ id, emailProved: true });
  },
);

test('autologin: opening a forwarded mailed link after the activation does not count as having opened the mail (decision 022)', async () => {
  const phone = simulatedPhone(numbers++);
  const { token, id } = await activateWith(phone);
  t.clock.advance(MINUTE);
  // The ticket holder forwards the link to the owner of the number.
  const { device } = await signIn('autologin', { token });

  const { as: owner } = await signInBySms(phone, device);

  expect(owner.profile).toMatchObject({ id, emailProved: false });
});
