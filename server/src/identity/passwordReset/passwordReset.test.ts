import { CHECK, refusal } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../platform/time.ts';
import { dropResetsOf } from './resets.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const ASKED = {
  status: 200,
  body: { message: 'If this email address is registered, a message with a reset link is on its way.' },
};
const EXPIRED = 'Reset password token has expired.';
const GOOD = { newPassword: 'cedar-river-42', confirmPassword: 'cedar-river-42' };

/** The newest reset token that was mailed to this address. */
async function mailedToken(email: string): Promise<string> {
  const mail = (await t.outbox()).find(({ to, text }) => to === email && text.includes('/reset-password?'));
  return /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

async function askForReset(): Promise<{ email: string; token: string }> {
  const { profile } = await t.register();
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  return { email: profile.email, token: await mailedToken(profile.email) };
}

test('resetPassword: a token for a former address is invalid, and one for the new address ends every session (decision 022)', async () => {
  const owner = await t.registerProved();
  const { access_token: token, profile } = owner;
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  const left = await mailedToken(profile.email);
  const email = `new.${profile.email}`;
  await t.ask('updateAccount', { token, params: { id: profile.id }, body: { ...profile, email } });
  expect(await t.send('resetPassword', { body: { ...GOOD, resetToken: left } })).toEqual(refusal(400, EXPIRED));
  expect((await t.send('getQuestions', { token })).status).toBe(200);

  await t.ask('sendResetPassword', { body: { email } });
  expect((await t.send('resetPassword', { body: { ...GOOD, resetToken: await mailedToken(email) } })).status).toBe(200);

  expect((await t.send('getQuestions', { token })).status).toBe(401);
  expect((await t.send('refresh', { body: { refresh_token: owner.refresh_token } })).status).toBe(401);
});

test('resetPassword: a token from before the first proof of the phone is invalid after it (decision 022)', async () => {
  const preparer = await t.register();
  const { id, email, phone } = preparer.profile;
  await t.ask('sendResetPassword', { body: { email } });
  const resetToken = await mailedToken(email);
  const { code } = await t.requestSignIn(phone);
  const owner = await t.ask('smsLogin', { body: { phone, code } });

  expect(await t.send('resetPassword', { body: { ...GOOD, resetToken } })).toEqual(refusal(400, EXPIRED));

  const account = t.services.db.selectFrom('accounts').select('password_hash').where('id', '=', id);
  expect(await account.executeTakeFirst()).toEqual({ password_hash: null });
  expect((await t.send('getAccount', { token: owner.access_token, params: { id } })).status).toBe(200);
});

test('resetPassword: a first proof of the phone that comes while the password is hashed wins (decision 022)', async () => {
  const { profile } = await t.register();
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  const resetToken = await mailedToken(profile.email);

  let reply: ReturnType<typeof t.send> | undefined;
  await t.services.db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ updated_at: 0 }).where('id', '=', profile.id).execute();
    reply = t.send('resetPassword', { body: { ...GOOD, resetToken } });
    await untilBlocked(t, 1);
    await dropResetsOf(trx, profile.id);
  });

  expect(await reply).toEqual(refusal(400, EXPIRED));
});

test('sendResetPassword: mails a link under APP_URL to the address on record, in any case of letters (decision 034)', async () => {
  const { profile } = await t.register();

  expect(await t.send('sendResetPassword', { body: { email: profile.email.toUpperCase() } })).toEqual(ASKED);

  const mail = (await t.outbox()).find(({ to }) => to.toLowerCase() === profile.email);
  expect(mail?.subject).toBe('Reset your Test Summit password');
  expect(mail?.text).toContain(`\n${t.url}/reset-password?token=`);
});

test('sendResetPassword: for an unknown address the answer and the rows are the same, and nothing is mailed (decision 034)', async () => {
  const { profile } = await t.register();
  const known = await changesDuring(t, async () => {
    expect(await t.send('sendResetPassword', { body: { email: profile.email } })).toEqual(ASKED);
  });
  const unknown = await changesDuring(t, async () => {
    expect(await t.send('sendResetPassword', { body: { email: 'unknown@example.com' } })).toEqual(ASKED);
  });

  expect(countsOf(unknown)).toEqual(countsOf(known));
  expect(countsOf(known)).toEqual({ password_resets: '+1', outbox: '+1' });
  expect((await t.outbox()).filter(({ to }) => to === 'unknown@example.com')).toEqual([]);
  expect(unknown.outbox?.come.map((row) => row.sent_at)).toEqual([null]);
});

test('sendResetPassword: email is valid and required (§5)', async () => {
  expect(await t.send('sendResetPassword', { body: {} })).toEqual(refusal(400, CHECK, { email: 'Required' }));
  expect(await t.send('sendResetPassword', { body: { email: 'ada' } })).toEqual(
    refusal(400, CHECK, { email: 'Invalid email address' }),
  );
});

test('sendResetPassword: a mailbox gets one mail a minute and five an hour, with the same answer (decision 034)', async () => {
  const { profile } = await t.register();
  const mails = async () => (await t.outbox()).filter(({ to }) => to === profile.email).length;
  const counts: number[] = [];
  for (let i = 0; i < 7; i++) {
    for (let twice = 0; twice < 2; twice++) {
      expect(await t.send('sendResetPassword', { body: { email: profile.email } })).toEqual(ASKED);
    }
    counts.push(await mails());
    t.clock.advance(2 * MINUTE);
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5]);
});

test('validateToken: 200 with results and status; true only for a token that may still be used (decision 032)', async () => {
  const { token } = await askForReset();

  expect(await t.send('validateToken', { body: { token } })).toEqual({
    status: 200,
    body: { results: true, status: 200 },
  });
  expect(await t.send('validateToken', { body: { token: 'made-up' } })).toEqual({
    status: 200,
    body: { results: false, status: 200, message: EXPIRED },
  });
  t.clock.advance(30 * MINUTE + 1000);
  expect(await t.ask('validateToken', { body: { token } })).toMatchObject({ results: false });
});

test('resetPassword: sets an argon2id hash, once, and ends every session of the account (decision 034)', async () => {
  const { profile, access_token, refresh_token } = await t.register();
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  const resetToken = await mailedToken(profile.email);

  expect(await t.send('resetPassword', { body: { ...GOOD, resetToken } })).toEqual({
    status: 200,
    body: { message: 'Your password has been successfully updated. Please log in.' },
  });

  const account = await t.services.db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', profile.id)
    .executeTakeFirstOrThrow();
  expect(account.password_hash).toMatch(/^argon2id\$[\w-]{22}\$[\w-]{43}$/);
  expect((await t.send('getQuestions', { token: access_token })).status).toBe(401);
  expect((await t.send('refresh', { body: { refresh_token } })).status).toBe(401);
  expect(await t.send('resetPassword', { body: { ...GOOD, resetToken } })).toEqual(refusal(400, EXPIRED));
  expect(await t.ask('validateToken', { body: { token: resetToken } })).toMatchObject({ results: false });
});

test('resetPassword: only the newest token works (decision 034)', async () => {
  const { email, token: older } = await askForReset();
  t.clock.advance(2 * MINUTE);
  await t.ask('sendResetPassword', { body: { email } });
  const newest = await mailedToken(email);

  expect(await t.send('resetPassword', { body: { ...GOOD, resetToken: older } })).toEqual(refusal(400, EXPIRED));
  expect((await t.send('resetPassword', { body: { ...GOOD, resetToken: newest } })).status).toBe(200);
});

test('resetPassword: every rule of the new password has its message and does not consume the token (§5)', async () => {
  const { token: resetToken } = await askForReset();
  const rules: [Record<string, unknown>, Record<string, string>][] = [
    [{ newPassword: '', confirmPassword: '' }, { newPassword: 'Required' }],
    [{ newPassword: 'abcd', confirmPassword: 'abcd' }, { newPassword: 'Must be 5 characters or more' }],
    [
      { newPassword: 'x'.repeat(36), confirmPassword: 'x'.repeat(36) },
      { newPassword: 'Must be 35 characters or less' },
    ],
    [{ newPassword: 'cedar-1', confirmPassword: 'cedar-2' }, { confirmPassword: 'Passwords must match' }],
    [
      { newPassword: 'Password', confirmPassword: 'Password' },
      { newPassword: 'This password is too common. Please choose another' },
    ],
  ];

  const changes = await changesDuring(t, async () => {
    for (const [fields, errors] of rules) {
      const reply = await t.send('resetPassword', { body: { ...fields, resetToken } });
      expect(reply).toEqual(refusal(400, /./, errors));
    }
  });

  expect(changes).toEqual({});
});

test('sendResetPassword: 12 concurrent requests for one address send one mail (decision 034)', async () => {
  const { profile } = await t.register();

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => t.send('sendResetPassword', { body: { email: profile.email } })),
  );

  expect(replies).toEqual(Array.from({ length: 12 }, () => ASKED));
  expect((await t.outbox()).filter(({ to }) => to === profile.email)).toHaveLength(1);
});

test('resetPassword: also ends the sign-in links of the account, including on marked devices (decision 034)', async () => {
  const { profile } = await t.register();
  const { linkToken: token } = await t.requestSignIn(profile.phone);
  const opened = await t.request('autologin', { body: { token } });
  const headers = { cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '' };
  await t.ask('sendResetPassword', { body: { email: profile.email } });

  await t.ask('resetPassword', { body: { ...GOOD, resetToken: await mailedToken(profile.email) } });

  for (const given of [{ body: { token }, headers }, { body: { token } }]) {
    expect((await t.send('autologin', given)).status).toBe(401);
  }
});
