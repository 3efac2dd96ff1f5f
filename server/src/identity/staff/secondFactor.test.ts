import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { STAFF_PASSWORD, signedInMember, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unseal } from '../../platform/deriveKeys.ts';
import { DAY, MINUTE, SECOND } from '../../platform/time.ts';
import { totpOf } from './totp.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

const WRONG = refusal(400, /^This code is not correct/, { code: 'Is not correct' });

/** What the app of a member shows. */
async function codeOf(staffId: string, stepsOff = 0): Promise<string> {
  const { totp_secret } = await t.first.services.db
    .selectFrom('staff')
    .select('totp_secret')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
  const secret = Buffer.from(unseal(t.first.services.keys, totp_secret ?? ''), 'base64url');
  return totpOf(secret, Math.floor(t.first.clock.now() / (30 * SECOND)) + stepsOff);
}

async function ownerWithFactor() {
  const { browser, member } = await signedInMember(t.first, 'owner');
  await browser.ask('beginSecondFactor');
  const { results } = await browser.ask('enableSecondFactor', { body: { code: await codeOf(member.id) } });
  // The code that enabled it does not count again.
  t.advance(30 * SECOND);
  return { browser, member, recoveryCodes: results.recoveryCodes };
}

async function enterPassword(email: string) {
  const browser = staffBrowser(t.first);
  const { results } = await browser.ask('signInStaff', { body: { email, password: STAFF_PASSWORD } });
  expect(results).toEqual({ member: null, secondFactor: true, byPasskey: false });
  return browser;
}

test('second factor: counts once a code was entered; from then on the password alone opens nothing (decision 046)', async () => {
  const { browser, member } = await signedInMember(t.first, 'owner');
  const { results } = await browser.ask('beginSecondFactor');
  expect(results.uri).toMatch(
    new RegExp(`^otpauth://totp/[^:]+:${encodeURIComponent(member.email)}\\?secret=${results.secret}&issuer=.+`),
  );
  expect(results.secret).toMatch(/^[A-Z2-7]{32}$/);
  const wrong = { body: { code: '000000' } };
  expect(
    (await staffBrowser(t.first).ask('signInStaff', { body: { email: member.email, password: STAFF_PASSWORD } }))
      .results.secondFactor,
  ).toBe(false);
  expect(await browser.send('enableSecondFactor', wrong)).toEqual(WRONG);
  expect((await browser.ask('getSecondFactor')).results).toEqual({
    isEnabled: false,
    recoveryCodesLeft: 0,
    passkeys: 0,
  });
  await browser.ask('enableSecondFactor', { body: { code: await codeOf(member.id) } });
  expect((await browser.ask('getSecondFactor')).results).toEqual({
    isEnabled: true,
    recoveryCodesLeft: 10,
    passkeys: 0,
  });
  expect((await browser.send('beginSecondFactor')).status).toBe(409);

  const pending = await enterPassword(member.email);
  expect(await pending.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  expect(pending.cookies.has('__Host-staff-browser')).toBe(false);
  const before = pending.cookies.get('__Host-staff') ?? '';
  expect(await pending.send('completeSignIn', wrong)).toEqual(WRONG);
  t.advance(30 * SECOND);
  const { results: signedIn } = await pending.ask('completeSignIn', { body: { code: await codeOf(member.id) } });
  expect(signedIn.id).toBe(member.id);
  expect((await pending.ask('getStaffMe')).results.id).toBe(member.id);
  expect(pending.cookies.get('__Host-staff')).not.toBe(before);
  const replayed = staffBrowser(t.first, new Map([['__Host-staff', before]]));
  expect((await replayed.send('completeSignIn', { body: { code: await codeOf(member.id, 1) } })).status).toBe(401);
});

test('second factor: a code counts once, also for parallel sign-ins on two nodes', async () => {
  const { member } = await ownerWithFactor();
  const pending = await Promise.all([1, 2, 3, 4].map(() => enterPassword(member.email)));
  const code = await codeOf(member.id);
  const replies = await Promise.all(
    pending.map(({ cookies }, index) =>
      staffBrowser({ url: index % 2 ? t.first.url : t.secondUrl }, cookies).send('completeSignIn', { body: { code } }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('second factor: a recovery code works once in any spelling, and new ones end it', async () => {
  const { browser, member, recoveryCodes } = await ownerWithFactor();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4}$/);
  const [first = '', second = ''] = recoveryCodes;
  const use = async (code: string) => (await enterPassword(member.email)).send('completeSignIn', { body: { code } });

  expect((await use(` ${first.toLowerCase().replaceAll('-', '')}`)).status).toBe(200);
  expect(await use(first)).toEqual(WRONG);
  expect((await browser.ask('getSecondFactor')).results.recoveryCodesLeft).toBe(9);

  // Another member's code is worth nothing.
  const other = await ownerWithFactor();
  expect(
    await (await enterPassword(member.email)).send('completeSignIn', { body: { code: other.recoveryCodes[0] } }),
  ).toEqual(WRONG);

  await browser.ask('replaceRecoveryCodes', { body: { code: await codeOf(member.id) } });
  expect(await use(second)).toEqual(WRONG);
  const rows = await t.first.services.db.selectFrom('staff_recovery_codes').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(second.replaceAll('-', ''));
});

test('second factor: guesses are counted before they are compared, in all sessions together', async () => {
  const { member } = await ownerWithFactor();
  const pending = await Promise.all([enterPassword(member.email), enterPassword(member.email)]);
  t.advance(15 * MINUTE + 5 * MINUTE);
  const fresh = await Promise.all([enterPassword(member.email), enterPassword(member.email)]);
  const right = await codeOf(member.id);
  const wrong = String((Number(right) + 1) % 1e6).padStart(6, '0');
  // A pending session lives ten minutes.
  expect((await pending[0]?.send('completeSignIn', { body: { code: right } }))?.status).toBe(401);

  const guess = (index: number) => fresh[index % 2]?.send('completeSignIn', { body: { code: wrong } });
  const statuses = (await Promise.all(Array.from({ length: 16 }, (_, index) => guess(index)))).map(
    (reply) => reply?.status,
  );

  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(6);
  expect((await fresh[0]?.send('completeSignIn', { body: { code: right } }))?.status).toBe(429);
  t.advance(DAY);
});

test('second factor: a thief of the password who uses up the attempts does not lock a known browser out', async () => {
  const { member } = await ownerWithFactor();
  const known = await enterPassword(member.email);
  await known.ask('completeSignIn', { body: { code: await codeOf(member.id) } });
  const thief = await enterPassword(member.email);
  const guess = () => thief.send('completeSignIn', { body: { code: '000000' } });
  for (let attempt = 0; attempt < 10; attempt++) await guess();
  expect((await guess()).status).toBe(429);

  t.advance(30 * SECOND);
  await known.ask('signInStaff', { body: { email: member.email, password: STAFF_PASSWORD } });
  const reply = await known.send('completeSignIn', { body: { code: await codeOf(member.id) } });

  expect(reply.status).toBe(200);
  t.advance(DAY);
});

test('second factor: removing it needs a code, and a reset of the password does not remove it', async () => {
  const { browser, member } = await ownerWithFactor();
  expect(await browser.send('disableSecondFactor', { body: { code: '000000' } })).toEqual(WRONG);

  await staffBrowser(t.first).ask('requestStaffReset', { body: { email: member.email } });
  const mail = (await t.first.outbox()).find(({ to, text }) => to === member.email && text.includes('#token='));
  const token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const early = await enterPassword(member.email);
  await staffBrowser(t.first).ask('resetStaffPassword', { body: { token, newPassword: `new ${STAFF_PASSWORD}` } });
  expect((await early.send('completeSignIn', { body: { code: await codeOf(member.id) } })).status).toBe(401);
  const again = staffBrowser(t.first);
  const { results } = await again.ask('signInStaff', {
    body: { email: member.email, password: `new ${STAFF_PASSWORD}` },
  });
  expect(results.secondFactor).toBe(true);
  await again.ask('completeSignIn', { body: { code: await codeOf(member.id) } });

  t.advance(30 * SECOND);
  await again.ask('disableSecondFactor', { body: { code: await codeOf(member.id) } });
  expect((await again.ask('getSecondFactor')).results).toEqual({ isEnabled: false, recoveryCodesLeft: 0, passkeys: 0 });
});
