import { randomUUID } from 'node:crypto';
import { credentials } from '@companion/contract/session';
import { refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { attendee } from '@companion/testkit/testServer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../platform/time.ts';
import { sendActivation } from './sendActivation.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const EMAIL_TAKEN = 'This email address is already registered';
const TAKEN = refusal(409, `${EMAIL_TAKEN}.`, { email: EMAIL_TAKEN });

/** A prepared account as an import creates it, without a phone. */
async function importAttendee() {
  const { email } = attendee();
  const id = randomUUID();
  const at = t.clock.now();
  await t.services.db
    .insertInto('accounts')
    .values({
      ...{ id, email, email_key: email.toLowerCase(), first_name: 'Grace', last_name: 'Import', source: 'eventbrite' },
      ...{ phone: '', phone_e164: null },
      ...{ organization_name: 'Cedar', organization_type: '', sms_enabled: 0 },
      ...{ registration_complete: 0, pre_event_complete: 0, post_event_complete: 0, created_at: at, updated_at: at },
    })
    .execute();
  return { id, email };
}

const register = (email: string) => t.send('createAccount', { body: { ...attendee(), email } });
const mailsTo = async (email: string) => (await t.outbox()).filter(({ to }) => to === email);
const tokenIn = (text = '') => /\?t=([\w-]+)/.exec(text)?.[1] ?? '';

test('createAccount: the e-mail of a prepared account is 409, and its owner gets an activation link by mail (decision 031)', async () => {
  const { id, email } = await importAttendee();

  const changes = await changesDuring(t, async () => expect(await register(email.toUpperCase())).toEqual(TAKEN));

  expect(countsOf(changes)).toEqual({ accounts: '+1 -1', link_tokens: '+1', outbox: '+1' });
  expect(changes.accounts?.come).toEqual([{ ...changes.accounts?.gone[0], updated_at: expect.any(Number) }]);
  const mails = await mailsTo(email);
  expect(mails).toEqual([expect.objectContaining({ kind: 'mail', subject: 'Activate your account for Test Summit' })]);
  const { profile } = await t.ask('autologin', { body: { token: tokenIn(mails[0]?.text) } });
  expect(profile).toMatchObject({ id, firstName: 'Grace', phone: '', registrationComplete: false });
});

test('updateAccount: registrationComplete true with the confirmed fields activates once, with phone and consent (decision 036)', async () => {
  const { id, email } = await importAttendee();
  await register(email);
  const { access_token } = await t.ask('autologin', { body: { token: tokenIn((await mailsTo(email))[0]?.text) } });
  const body = { ...attendee(), email, registrationComplete: true };
  const activate = () => t.send('updateAccount', { token: access_token, params: { id }, body });

  const changes = await changesDuring(t, async () => {
    const { firstName, lastName, phone, organizationName, organizationType } = body;
    expect(await activate()).toEqual({
      status: 200,
      body: {
        results: {
          ...{ id, firstName, lastName, email, phone, organizationName, organizationType },
          ...{ registrationComplete: true, preEventComplete: false, postEventComplete: false, smsEnabled: true },
          emailProved: true,
          confirmed: true,
        },
      },
    });
  });
  expect(changes.consents?.come).toEqual([
    expect.objectContaining({ account_id: id, action: 'activation', terms_version: TEST_EVENT.termsVersion }),
  ]);

  const again = await changesDuring(t, async () => expect((await activate()).status).toBe(200));
  expect(countsOf(again)).toEqual({ accounts: '+1 -1' });
  const mailed = await changesDuring(t, async () => expect(await register(email)).toEqual(TAKEN));
  expect(mailed).toEqual({});
});

test('createAccount: a mailbox gets one activation mail a minute and five a day, with the same answer (decision 031)', async () => {
  const { email } = await importAttendee();
  const mailsAfter = async (requests: number, apart: number) => {
    for (let i = 0; i < requests; i++) {
      t.clock.advance(apart);
      expect(await register(email)).toEqual(TAKEN);
    }
    return (await mailsTo(email)).length;
  };

  expect(await mailsAfter(3, 1000)).toBe(1);
  expect(await mailsAfter(9, MINUTE)).toBe(5);
  expect(await mailsAfter(1, 23 * 60 * MINUTE)).toBe(5);
  expect(await mailsAfter(1, 60 * MINUTE)).toBe(6);
});

test('createAccount: 20 at once for one imported e-mail send one mail (decision 031)', async () => {
  const { email } = await importAttendee();

  const replies = await Promise.all(Array.from({ length: 20 }, () => register(email)));

  expect(replies).toEqual(Array(20).fill(TAKEN));
  expect(await mailsTo(email)).toHaveLength(1);
});

test('sendActivation: after a concurrent import changed the e-mail, nothing is mailed to the old one (decision 031)', async () => {
  const { id, email } = await importAttendee();
  const found = await t.services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const moved = attendee().email;
  await t.services.db.updateTable('accounts').set({ email: moved, email_key: moved }).where('id', '=', id).execute();

  expect(await changesDuring(t, () => sendActivation(t.services, found))).toEqual({});

  expect([await mailsTo(email), await mailsTo(moved)]).toEqual([[], []]);
});

test('createAccount: an imported e-mail with a taken phone is 409 for both and still mails its owner (decision 031)', async () => {
  const { email } = await importAttendee();
  const { profile } = await t.register();

  const reply = await t.send('createAccount', { body: { ...attendee(), email, phone: profile.phone } });

  const PHONE_TAKEN = 'This phone number is already registered';
  expect(reply).toEqual(refusal(409, `${PHONE_TAKEN}. ${EMAIL_TAKEN}.`, { phone: PHONE_TAKEN, email: EMAIL_TAKEN }));
  expect(await mailsTo(email)).toHaveLength(1);
});

test("smsLogin: the first proof of a phone invalidates the mailed link of a stranger's account on that number (decision 022)", async () => {
  const { id, email } = await importAttendee();
  const fields = attendee();
  await register(email);
  const token = tokenIn((await mailsTo(email))[0]?.text);
  const opened = await t.request('autologin', { body: { token } });
  const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const { access_token } = credentials.parse(await opened.json());
  const body = { ...fields, email, registrationComplete: true };
  expect((await t.send('updateAccount', { token: access_token, params: { id }, body })).status).toBe(200);
  expect((await t.send('autologin', { body: { token }, headers })).status).toBe(200);

  const { code } = await t.requestSignIn(fields.phone);
  await t.ask('smsLogin', { body: { phone: fields.phone, code } });

  expect(await t.send('autologin', { body: { token }, headers })).toEqual(
    refusal(401, 'This sign-in link is no longer valid.'),
  );
});
