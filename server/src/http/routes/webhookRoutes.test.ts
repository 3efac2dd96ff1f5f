import { createHmac } from 'node:crypto';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { startTwilioPeer, type TwilioMessage, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackUrl, isSignedByTwilio } from '../../messages/twilioCallback.ts';
import { readConfig } from '../../platform/readConfig.ts';
import { MINUTE } from '../../platform/time.ts';

let twilio: TwilioPeer;
let smtp: SmtpPeer;
let t: ServerTest;
beforeAll(async () => {
  [twilio, smtp] = [await startTwilioPeer(), await startSmtpPeer()];
  t = await startServerTest({ ...twilio.settings, ...smtp.settings, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await t.stop();
  await Promise.all([twilio.stop(), smtp.stop()]);
});

const FORGED = refusal(403, 'This call is not signed by Twilio.');

/** Sends an SMS to a phone through the peer. */
async function text(phone: string): Promise<TwilioMessage> {
  const sent = twilio.taken.length;
  await t.ask('login', { body: { phone } });
  await expect.poll(() => twilio.taken.length).toBe(sent + 1);
  const sms = twilio.taken.at(-1);
  if (!sms) throw new Error('No SMS was sent');
  return sms;
}
/** Sends an SMS to an account with a proved e-mail, so that a link can be mailed. */
async function sendSms(): Promise<{ accountId: string; phone: string; sms: TwilioMessage }> {
  const { profile } = await t.register();
  await t.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', profile.id).execute();
  return { accountId: profile.id, phone: profile.phone, sms: await text(profile.phone) };
}
const markOf = (accountId: string) =>
  t.services.db
    .selectFrom('accounts')
    .select(['sms_undeliverable_at', 'sms_undeliverable_code'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
const NO_MARK = { sms_undeliverable_at: null, sms_undeliverable_code: null };

test('isSignedByTwilio: accepts the signature that Twilio documents, with the default port or without', () => {
  // The example of twilio.com/docs/usage/security.
  const form = new URLSearchParams({
    ...{
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    },
  });
  const signature = 'GvWf1cFY/Q7PnoempGyD5oXAezc=';
  const isSigned = (url: string, token = '12345') => isSignedByTwilio(token, url, form, signature);

  expect(isSigned('https://mycompany.com/myapp.php?foo=1&bar=2')).toBe(true);
  expect(isSigned('https://mycompany.com/myapp.php?foo=1&bar=3')).toBe(false);
  expect(isSigned('https://mycompany.com/myapp.php?foo=1&bar=2', '12346')).toBe(false);
  expect(isSignedByTwilio('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', form, undefined)).toBe(false);
});

test.each([
  ['30003', 30003],
  ['30006', 30006],
  ['21610', 21610],
])(
  'Twilio report: an undelivered SMS (%s) marks its account and mails the link, once even if repeated',
  async (code, number) => {
    const { accountId, sms } = await sendSms();

    const changes = await changesDuring(t, async () => {
      for (let i = 0; i < 3; i++) {
        const status = i === 0 ? 'undelivered' : 'failed';
        expect((await twilio.report(sms, status, { code: number })).status).toBe(204);
      }
    });

    expect(countsOf(changes)).toEqual({ accounts: '+1 -1', link_tokens: '+1', outbox: '+2 -1' });
    expect(await markOf(accountId)).toEqual({ sms_undeliverable_at: expect.any(Number), sms_undeliverable_code: code });
    expect(
      changes.outbox?.come.map(({ kind, last_error: error, sent_at: sent }) => [kind, error, sent !== null]),
    ).toEqual(
      expect.arrayContaining([
        ['sms', `Twilio: undelivered (${code})`, true],
        ['mail', null, true],
      ]),
    );
  },
);

test('Twilio report: any other fault mails the link and marks no account', async () => {
  const { accountId, sms } = await sendSms();

  const changes = await changesDuring(t, () => twilio.report(sms, 'undelivered', { code: 30007 }));

  expect(countsOf(changes)).toEqual({ link_tokens: '+1', outbox: '+2 -1' });
  expect(await markOf(accountId)).toEqual(NO_MARK);
});

test('Twilio report: after the code has expired it marks the account and mails nothing', async () => {
  const { accountId, sms } = await sendSms();
  t.clock.advance(11 * MINUTE);

  const changes = await changesDuring(t, () => twilio.report(sms, 'undelivered', { code: 30003 }));

  expect(countsOf(changes)).toEqual({ accounts: '+1 -1', outbox: '+1 -1' });
  expect(await markOf(accountId)).toMatchObject({ sms_undeliverable_code: '30003' });
});

test('Twilio report: a delivered SMS removes the mark', async () => {
  const { accountId, phone, sms: first } = await sendSms();
  t.clock.advance(2 * MINUTE);
  const second = await text(phone);
  await twilio.report(first, 'undelivered', { code: 30003 });
  expect(await markOf(accountId)).not.toEqual(NO_MARK);

  for (const status of ['queued', 'sent']) expect((await twilio.report(second, status)).status).toBe(204);
  expect(await markOf(accountId)).not.toEqual(NO_MARK);
  expect((await twilio.report(second, 'delivered')).status).toBe(204);

  expect(await markOf(accountId)).toEqual(NO_MARK);
});

test('Twilio report: without a signature, with a wrong one or one for another message it is 403 and changes nothing', async () => {
  const [{ sms }, { sms: other }] = [await sendSms(), await sendSms()];
  const form = { MessageSid: sms.sid, MessageStatus: 'undelivered', ErrorCode: '30003' };
  const post = (signature?: string) =>
    fetch(sms.StatusCallback ?? '', {
      method: 'POST',
      headers: signature === undefined ? {} : { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    });
  const signed = createHmac('sha1', twilio.settings.TWILIO_AUTH_TOKEN)
    .update(`${other.StatusCallback}${Object.entries(form).sort().flat().join('')}`)
    .digest('base64');

  const changes = await changesDuring(t, async () => {
    const guessed = await twilio.report(sms, 'undelivered', { code: 30003, authToken: 'guessed' });
    expect(await replyOf(guessed)).toEqual(FORGED);
    for (const signature of [undefined, '', 'x'.repeat(28), signed]) {
      expect(await replyOf(await post(signature))).toEqual(FORGED);
    }
  });

  expect(changes).toEqual({});
});

test('Twilio report: one far larger than Twilio’s is rejected before its signature is checked', async () => {
  const { sms } = await sendSms();
  const report = (fields: number, size = 1) =>
    fetch(sms.StatusCallback ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `${'a&'.repeat(fields - 1)}${'a'.repeat(size)}`,
    });

  expect((await report(1, 9_000)).status).toBe(413);
  expect(await replyOf(await report(4_000))).toEqual(FORGED);
});

test('Twilio report: for an unknown message it is acknowledged and changes nothing', async () => {
  const { sms } = await sendSms();
  const unknown = { ...sms, StatusCallback: `${sms.StatusCallback}x` };

  const changes = await changesDuring(t, async () => {
    for (const status of ['undelivered', 'delivered']) expect((await twilio.report(unknown, status)).status).toBe(204);
  });

  expect(changes).toEqual({});
});

test('Twilio report: without Twilio the address does not exist', async () => {
  const plain = await startServerTest();
  try {
    const url = callbackUrl(readConfig({ APP_URL: plain.url }), 'x') ?? '';
    const reply = await replyOf(
      await fetch(url, { method: 'POST', body: new URLSearchParams({ MessageStatus: 'failed' }) }),
    );
    expect(reply).toEqual(refusal(404, 'Not found.'));
  } finally {
    await plain.stop();
  }
});
