import { refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf, outboxSettled } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { type SmtpPeer, startSmtpPeer } from '@companion/testkit/smtpPeer';
import { attendee } from '@companion/testkit/testServer';
import { startTwilioPeer, type TwilioPeer } from '@companion/testkit/twilioPeer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { HOUR, SECOND } from '../../platform/time.ts';
import { markUndeliverable } from './undeliverableSms.ts';

let twilio: TwilioPeer;
let smtp: SmtpPeer;
let t: ServerTest;
beforeAll(async () => {
  [twilio, smtp] = [await startTwilioPeer(), await startSmtpPeer()];
  t = await startServerTest({ ...twilio.settings, ...smtp.settings, LOG_LEVEL: 'silent' });
});
afterEach(() => twilio.answer('take'));
afterAll(async () => {
  await t.stop();
  await Promise.all([twilio.stop(), smtp.stop()]);
});

/** Long enough for a busy machine. */
const TEXTED = {
  status: 200,
  body: { message: 'A verification code has been sent to your phone number. Please check your messages.' },
};
const MAILED = {
  status: 200,
  body: { message: 'A sign-in link has been sent to you. Please check your messages and your email.' },
};

const login = (phone: string) => t.send('login', { body: { phone } });
const mailsTo = (email: string) => smtp.taken.filter(({ to }) => to === email);
const tokenIn = (text: string) => /\/\?t=([\w-]+)/.exec(text)?.[1] ?? '';
const accountOf = (id: string) =>
  t.services.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** An account with a proved e-mail. */
async function registerByMail(server = t) {
  const { profile } = await server.register();
  await server.services.db.updateTable('accounts').set({ email_proved_at: 1 }).where('id', '=', profile.id).execute();
  return { profile };
}

/** An account whose phone rejects SMS and that has just got a sign-in link by mail. */
async function makeUnsubscribedAccount() {
  const { profile } = await registerByMail();
  twilio.answer({ status: 400, code: 21610 });
  expect(await login(profile.phone)).toEqual(TEXTED);
  await expect.poll(() => mailsTo(profile.email).length).toBe(1);
  return { ...profile, mail: mailsTo(profile.email)[0]?.text ?? '' };
}

/** A sign-in that was texted to an account with a proved e-mail. */
async function textSignIn() {
  const { profile } = await registerByMail();
  await login(profile.phone);
  await outboxSettled(t);
  const sms = t.services.db.selectFrom('outbox').selectAll().where('account_id', '=', profile.id);
  return { profile, sms: () => sms.where('kind', '=', 'sms').executeTakeFirstOrThrow() };
}

test('markUndeliverable: of ten reports at once, one counts', async () => {
  const { profile, sms } = await textSignIn();
  const { id } = await sms();

  await Promise.all(
    Array.from({ length: 10 }, (_, i) => markUndeliverable(t.services, id, { reason: `${i}`, code: `${i}` })),
  );

  await outboxSettled(t);
  expect((await accountOf(profile.id)).sms_undeliverable_code).toBe((await sms()).last_error);
  expect(mailsTo(profile.email)).toHaveLength(1);
});

test('markUndeliverable: if no sign-in can be mailed instead, the message has not failed', async () => {
  const { profile, sms } = await textSignIn();
  const config = {
    ...t.services.config,
    get appUrl(): string {
      throw new Error('no');
    },
  };
  const cause = { reason: 'a landline', code: '30006' };

  await expect(markUndeliverable({ ...t.services, config }, (await sms()).id, cause)).rejects.toThrow('no');

  expect(await sms()).toMatchObject({ failed_at: null, last_error: null });
  expect(await accountOf(profile.id)).toMatchObject({ sms_undeliverable_at: null });
});

test('login: after an undeliverable SMS a link is mailed at once, which signs in without proving the phone', async () => {
  const { id, mail } = await makeUnsubscribedAccount();

  expect(mail).not.toMatch(/\b\d{6}\b/);
  const { profile, refresh_token } = await t.ask('autologin', { body: { token: tokenIn(mail) } });

  expect(profile.id).toBe(id);
  expect(await accountOf(id)).toMatchObject({
    sms_undeliverable_at: expect.any(Number),
    sms_undeliverable_code: '21610',
  });
  expect((await t.send('refresh', { body: { refresh_token } })).status).toBe(200);
  const sessions = await t.services.db.selectFrom('sessions').select('proved').where('account_id', '=', id).execute();
  expect(sessions).toEqual([{ proved: 0 }, { proved: 0 }]);
});

test('login: an unproved e-mail gets no sign-in link, and the answer is 409 instead of "sent" (decision 022)', async () => {
  const { profile } = await t.register();
  twilio.answer({ status: 400, code: 21610 });
  await login(profile.phone);
  await outboxSettled(t);
  t.clock.advance(61 * SECOND);

  const changes = await changesDuring(t, async () => {
    expect(await login(profile.phone)).toEqual(
      refusal(409, /^Text messages do not reach this phone number\. Please contact the help desk: \S+@\S+ or /, {
        phone: expect.any(String),
      }),
    );
  });

  expect(changes).toEqual({});
  // But it gets a link that proves the e-mail in a session of the account.
  expect(mailsTo(profile.email).map(({ text }) => [tokenIn(text), text.includes('/profile/edit?confirm=')])).toEqual([
    ['', true],
  ]);
});

test('autologin: a mailed link must be opened within 10 minutes, like a texted one', async () => {
  const { mail } = await makeUnsubscribedAccount();
  t.clock.advance(601 * SECOND);

  expect(await t.send('autologin', { body: { token: tokenIn(mail) } })).toEqual(
    refusal(401, 'This sign-in link is no longer valid.'),
  );
});

test('login: within 60 s another sign-in is mailed only if the last link was used (decisions, POST /public/login)', async () => {
  const { phone, email, mail } = await makeUnsubscribedAccount();
  expect(await login(phone)).toEqual(MAILED);
  await outboxSettled(t);
  expect(mailsTo(email)).toHaveLength(1);
  await t.ask('autologin', { body: { token: tokenIn(mail) } });

  expect(await login(phone)).toEqual(MAILED);

  await expect.poll(() => mailsTo(email).length).toBe(2);
});

test('login: further sign-ins of such an account go by mail, within the same limits: 60 s, 5 an hour, 10 a day, then one an hour', async () => {
  const { phone, email } = await makeUnsubscribedAccount();
  const texted = twilio.asked.length;
  const mailsAfter = async (requests: number) => {
    for (let i = 0; i < requests; i++) {
      const before = mailsTo(email).length;
      const reply = await login(phone);
      await outboxSettled(t);
      // Within 60 s of the last one the answer is the same; over the limits it says when.
      if (mailsTo(email).length > before) expect(reply).toEqual(MAILED);
      else expect([MAILED, refusal(429, /^Too many codes were sent/)]).toContainEqual(reply);
      // A mail in progress when the clock advances would exceed its lease and be sent again.
      await outboxSettled(t);
      t.clock.advance(61 * SECOND);
    }
    return mailsTo(email).length;
  };

  // Within 60 s of the rejected SMS.
  expect(await mailsAfter(1)).toBe(1);
  expect(await mailsAfter(6)).toBe(5);
  t.clock.advance(HOUR);
  expect(await mailsAfter(7)).toBe(10);
  t.clock.advance(HOUR);
  expect(await mailsAfter(2)).toBe(11);
  expect(twilio.asked.length).toBe(texted);
});

test('login: of 20 at once for such an account one is mailed', async () => {
  const { phone, email } = await makeUnsubscribedAccount();
  t.clock.advance(61 * SECOND);

  expect(await Promise.all(Array.from({ length: 20 }, () => login(phone)))).toEqual(Array(20).fill(MAILED));

  await outboxSettled(t);
  expect(mailsTo(email)).toHaveLength(2);
});

test('smsLogin: a code that was not texted does not prove the phone', async () => {
  const { phone } = await makeUnsubscribedAccount();
  t.clock.advance(61 * SECOND);
  await login(phone);

  const codes = await t.services.db.selectFrom('login_codes').selectAll().orderBy('created_at', 'desc').execute();

  expect(codes[0]?.used_at).not.toBeNull();
  expect((await t.send('smsLogin', { body: { phone, code: '123456' } })).status).toBe(401);
});

test.each(['code', 'link'] as const)(
  'smsLogin, autologin: a %s that arrived after all proves the phone and removes the mark',
  async (by) => {
    const { profile } = await t.register();
    const { id, phone } = profile;
    // It has arrived, but the provider then reports that it has not.
    twilio.answer('take');
    const { code, linkToken } = await t.requestSignIn(phone);
    await outboxSettled(t);
    const sms = twilio.taken.find(({ To }) => To === `+1${phone.replace(/\D/g, '')}`);
    if (sms) await twilio.report(sms, 'undelivered', { code: 30003 });
    expect(await accountOf(id)).toMatchObject({ sms_undeliverable_code: '30003' });

    await (by === 'code'
      ? t.ask('smsLogin', { body: { phone, code } })
      : t.ask('autologin', { body: { token: linkToken } }));

    expect(await accountOf(id)).toMatchObject({ sms_undeliverable_at: null, sms_undeliverable_code: null });
    t.clock.advance(61 * SECOND);
    expect(await login(phone)).toEqual(TEXTED);
  },
);

test('autologin: a link that signed in here before says nothing of later texts, so the mark stays', async () => {
  const { profile } = await registerByMail();
  const { id, phone } = profile;
  const { linkToken } = await t.requestSignIn(phone);
  const open = (cookie = '') => t.request('autologin', { body: { token: linkToken }, headers: { cookie } });
  const cookie = (await open()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await outboxSettled(t);
  t.clock.advance(61 * SECOND);
  twilio.answer({ status: 400, code: 21610 });
  await login(phone);
  await outboxSettled(t);

  expect((await open(cookie)).status).toBe(200);

  expect(await accountOf(id)).toMatchObject({ sms_undeliverable_code: '21610' });
});

test('updateAccount: a changed phone gets SMS, and proving it removes the mark', async () => {
  const { profile, access_token: token } = await t.registerProved();
  await t.services.db.updateTable('accounts').set({ sms_undeliverable_at: 1 }).where('id', '=', profile.id).execute();
  const { id } = profile;
  const { phone } = attendee();

  await t.ask('updateAccount', { token, params: { id }, body: { ...profile, phone } });
  const code = (await t.textsTo(phone))[0]?.slice(0, 6);
  expect((await accountOf(id)).sms_undeliverable_at).not.toBeNull();
  await t.ask('provePhone', { token, params: { id }, body: { code } });

  expect(await accountOf(id)).toMatchObject({ phone, sms_undeliverable_at: null, sms_undeliverable_code: null });
});

test('updateAccount: an undeliverable SMS to a claimed phone marks no account and sends no mail', async () => {
  const { profile, access_token: token } = await t.registerProved();
  await outboxSettled(t);
  const mails = mailsTo(profile.email).length;
  twilio.answer({ status: 400, code: 30006 });

  const changes = await changesDuring(t, () =>
    t.ask('updateAccount', { token, params: { id: profile.id }, body: { ...profile, phone: attendee().phone } }),
  );

  expect(countsOf(changes)).toMatchObject({ outbox: '+1' });
  expect(await accountOf(profile.id)).toMatchObject({ sms_undeliverable_at: null });
  expect(mailsTo(profile.email)).toHaveLength(mails);
});

test('shareSms: an undeliverable share marks no account', async () => {
  const { profile, access_token: token } = await t.register();
  await t.services.db.updateTable('accounts').set({ confirmed_at: 1 }).where('id', '=', profile.id).execute();
  twilio.answer({ status: 400, code: 21610 });
  await t.ask('shareSms', { token, body: { campaignId: 'agenda', contentId: 'opening', to: profile.phone } });
  await outboxSettled(t);

  expect(await accountOf(profile.id)).toMatchObject({ sms_undeliverable_at: null });
  expect(mailsTo(profile.email)).toEqual([]);
});

test('login: once SMS_A_DAY is spent the link is mailed, and no account is marked', async () => {
  const spent = await startServerTest({ ...twilio.settings, ...smtp.settings, SMS_A_DAY: '1', LOG_LEVEL: 'silent' });
  try {
    const [first, second] = [await registerByMail(spent), await registerByMail(spent)];
    await spent.ask('login', { body: { phone: first.profile.phone } });
    await outboxSettled(spent);
    await spent.ask('login', { body: { phone: second.profile.phone } });

    await expect.poll(() => mailsTo(second.profile.email).length).toBe(1);
    const token = tokenIn(mailsTo(second.profile.email)[0]?.text ?? '');
    expect((await spent.ask('autologin', { body: { token } })).profile.id).toBe(second.profile.id);
    expect(mailsTo(first.profile.email)).toEqual([]);
    const marked = spent.services.db.selectFrom('accounts').select('id').where('sms_undeliverable_at', 'is not', null);
    expect(await marked.execute()).toEqual([]);
  } finally {
    await spent.stop();
  }
});

test('login: a server with only a mail provider signs in by mail; without any provider it answers 503 and does nothing', async () => {
  const mailing = await startServerTest({ ...smtp.settings, LOG_LEVEL: 'silent' });
  const mute = await startServerTest({ NODE_ENV: 'production', LOG_LEVEL: 'silent' });
  try {
    const { profile } = await registerByMail(mailing);
    expect(await mailing.send('login', { body: { phone: profile.phone } })).toEqual(MAILED);
    await expect.poll(() => mailsTo(profile.email).length).toBe(1);

    const silent = await mute.register();
    const changes = await changesDuring(mute, async () => {
      const reply = await mute.send('login', { body: { phone: silent.profile.phone } });
      expect(reply).toEqual(
        refusal(503, /^We cannot send text messages at the moment\. Please contact the help desk: /),
      );
      const reset = await mute.send('sendResetPassword', { body: { email: silent.profile.email } });
      expect(reset).toEqual(refusal(503, 'We cannot send e-mail at the moment.'));
    });
    expect(changes).toEqual({});
  } finally {
    await Promise.all([mailing.stop(), mute.stop()]);
  }
});
