import { addSoftPasskey, PASSKEY_PAGE } from '@companion/testkit/addSoftPasskey';
import { refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { softPasskey } from '@companion/testkit/softPasskey';
import {
  STAFF_PASSWORD,
  type StaffBrowser,
  signedInMember,
  signInAgain,
  staffBrowser,
} from '@companion/testkit/staffBrowser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../platform/time.ts';

const PAGE = PASSKEY_PAGE;
const REFUSED = refusal(401, 'This passkey is not valid. Please sign in with your password.');

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ APP_URL: PAGE.origin });
});
afterAll(() => t.stop());

const at = () => ({ url: t.url, services: t.services, origin: PAGE.origin });
const newBrowser = () => staffBrowser(at());
const member = () => signedInMember(at(), 'owner');

const beginSignIn = async () => (await newBrowser().ask('beginPasskeySignIn')).results;
const signIn = (credential: unknown, browser = newBrowser()) =>
  browser.send('signInWithPasskey', { body: { credential } });

test('passkey: is added by a member, signs in without a password, is listed and removed (decision 046)', async () => {
  const { browser, member: owner } = await member();
  const { passkey, added } = await addSoftPasskey(browser);
  expect(added).toEqual({ id: expect.any(String), name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null });

  const fresh = newBrowser();
  const options = await beginSignIn();
  expect(options).toMatchObject({ rpId: PAGE.rpId, userVerification: 'required' });
  expect(options).not.toHaveProperty('allowCredentials');
  expect((await signIn(passkey.get(options, PAGE), fresh)).status).toBe(200);

  expect((await fresh.ask('getStaffMe')).results.id).toBe(owner.id);
  const [listed] = (await browser.ask('getPasskeys')).results;
  expect(listed).toEqual({ ...added, lastUsedAt: expect.any(String) });
  await browser.ask('removePasskey', { params: { passkeyId: added.id } });
  expect((await fresh.send('getStaffMe')).status).toBe(401);
  expect(await signIn(passkey.get(await beginSignIn(), PAGE))).toEqual(REFUSED);
  expect((await browser.send('removePasskey', { params: { passkeyId: added.id } })).status).toBe(404);
});

test('passkey: counts as password and second factor, and as step-up', async () => {
  const { browser, member: owner } = await member();
  const { passkey } = await addSoftPasskey(browser);
  await t.services.db
    .updateTable('staff')
    .set({ totp_secret: 'x', totp_enabled_at: 1 })
    .where('id', '=', owner.id)
    .execute();
  const password = { email: owner.email, password: STAFF_PASSWORD };
  expect((await newBrowser().ask('signInStaff', { body: password })).results).toMatchObject({ byPasskey: false });
  t.clock.advance(11 * MINUTE);
  expect((await browser.send('beginPasskey')).status).toBe(403);

  expect((await signIn(passkey.get(await beginSignIn(), PAGE), browser)).status).toBe(200);

  expect((await browser.send('beginPasskey')).status).toBe(200);
});

test('passkey: with one the password alone opens nothing; the passkey completes the sign-in', async () => {
  const { browser, member: owner } = await member();
  const { passkey } = await addSoftPasskey(browser);
  const fresh = newBrowser();
  const password = { body: { email: owner.email, password: STAFF_PASSWORD } };

  const { results } = await fresh.ask('signInStaff', password);

  expect(results).toEqual({ member: null, secondFactor: true, byPasskey: true });
  expect(fresh.cookies.has('__Host-staff-browser')).toBe(false);
  expect(await fresh.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  expect((await fresh.send('addPasskey', { body: {} })).status).toBe(401);
  expect((await signIn(passkey.get(await beginSignIn(), PAGE), fresh)).status).toBe(200);
  expect((await fresh.ask('getStaffMe')).results.id).toBe(owner.id);
});

test('passkey: who has lost it enters a mailed code after the password, which opens that sign-in only, once', async () => {
  const { browser, member: owner } = await member();
  await addSoftPasskey(browser);
  const password = { body: { email: owner.email, password: STAFF_PASSWORD } };
  const [mine, thief] = [newBrowser(), newBrowser()];
  for (const pending of [mine, thief]) await pending.ask('signInStaff', password);
  const mails = async () => (await t.outbox()).filter(({ to, text }) => to === owner.email && /^\d{6}$/m.test(text));

  await mine.ask('mailSignInCode');
  expect((await mine.send('mailSignInCode')).status).toBe(429);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? '';
  const complete = (pending: StaffBrowser, given = code) => pending.send('completeSignIn', { body: { code: given } });
  const wrong = refusal(400, /^This code is not correct/, { code: 'Is not correct' });
  expect(await complete(thief)).toEqual(wrong);
  expect(await complete(mine, String((Number(code) + 1) % 1e6).padStart(6, '0'))).toEqual(wrong);
  const before = new Map(mine.cookies);
  const copies = [1, 2, 3].map(() => complete(staffBrowser(at(), new Map(before))));
  expect((await Promise.all([...copies, complete(mine)])).map(({ status }) => status).sort()).toEqual([
    ...[200, 401, 401, 401],
  ]);
  expect((await complete(staffBrowser(at(), before))).status).toBe(401);

  // A sign-in with a code may replace the passkey that is lost.
  t.clock.advance(MINUTE);
  await mine.ask('signInStaff', password);
  await mine.ask('mailSignInCode');
  const newest = (await mails()).find(({ id }) => id !== mail?.id);
  expect((await complete(mine, /^\d{6}$/m.exec(newest?.text ?? '')?.[0])).status).toBe(200);
  expect((await mine.ask('getStaffMe')).results.id).toBe(owner.id);
  expect((await mine.send('beginPasskey')).status).toBe(200);
  // After ten minutes no code is mailed, and none counts.
  t.clock.advance(10 * MINUTE);
  expect((await thief.send('mailSignInCode')).status).toBe(401);
  expect((await newBrowser().send('mailSignInCode')).status).toBe(401);
  t.clock.advance(HOUR);
});

test('passkey: guesses of a mailed code are counted before they are compared, and mails are limited', async () => {
  const { browser, member: owner } = await member();
  await addSoftPasskey(browser);
  const pending = newBrowser();
  const enterPassword = () => pending.ask('signInStaff', { body: { email: owner.email, password: STAFF_PASSWORD } });
  await enterPassword();
  const guesses = await Promise.all(
    Array.from({ length: 14 }, () => pending.send('completeSignIn', { body: { code: '000000' } })),
  );
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4);

  const mailed = [];
  for (let minutes = 0; minutes < 7; minutes++) {
    await enterPassword();
    mailed.push((await pending.send('mailSignInCode')).status);
    t.clock.advance(2 * MINUTE);
  }
  expect(mailed).toEqual([200, 200, 200, 200, 200, 429, 429]);
  t.clock.advance(DAY);
});

test('passkey: a code is mailed to no one whose password asks for the authenticator app', async () => {
  const { browser, member: owner } = await member();
  await addSoftPasskey(browser);
  const factor = { totp_secret: 'x', totp_enabled_at: 1 };
  await t.services.db.updateTable('staff').set(factor).where('id', '=', owner.id).execute();
  const pending = newBrowser();
  await pending.ask('signInStaff', { body: { email: owner.email, password: STAFF_PASSWORD } });

  expect((await pending.send('mailSignInCode')).status).toBe(409);
});

test('passkey: of two sessions that add the first one at once, one does, and the other has ended', async () => {
  const { browser, member: owner } = await member();
  const other = await signInAgain(at(), owner.id);
  const made = await Promise.all(
    [browser, other].map(async (each) => {
      const { results: options } = await each.ask('beginPasskey');
      return { name: 'Laptop', credential: softPasskey().create(options, PAGE) };
    }),
  );
  const replies = await Promise.all([browser, other].map((each, of) => each.send('addPasskey', { body: made[of] })));

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 401]);
  const rows = t.services.db.selectFrom('staff_passkeys').select('id').where('staff_id', '=', owner.id);
  expect(await rows.execute()).toHaveLength(1);
});

test('passkey: a thief of session and password adds none where there is a passkey, removes none, and sets no other password', async () => {
  const { browser, member: owner } = await member();
  const { added } = await addSoftPasskey(browser);
  const thief = await signInAgain(at(), owner.id);
  await thief.ask('confirmPassword', { body: { password: STAFF_PASSWORD } });
  const refused = { status: 403, body: { code: 'factor' } };

  expect(await thief.send('beginPasskey')).toMatchObject(refused);
  expect(await thief.send('addPasskey', { body: {} })).toMatchObject(refused);
  expect(await thief.send('removePasskey', { params: { passkeyId: added.id } })).toMatchObject(refused);
  expect(await thief.send('removeAllPasskeys')).toMatchObject(refused);
  expect(await thief.send('beginSecondFactor')).toMatchObject(refused);
  const passwords = { password: STAFF_PASSWORD, newPassword: 'the phrase of a thief' };
  expect(await thief.send('changeStaffPassword', { body: passwords })).toMatchObject(refused);
  const guess = { password: STAFF_PASSWORD, code: '000000' };
  expect((await thief.send('confirmPassword', { body: guess })).status).toBe(409);
  expect((await browser.ask('getPasskeys')).results).toHaveLength(1);
});

test('passkey: a signature counts once, within five minutes, for this address and with user verification', async () => {
  const { browser } = await member();
  const { passkey } = await addSoftPasskey(browser);
  const stranger = softPasskey();

  const once = passkey.get(await beginSignIn(), PAGE);
  const parallel = await Promise.all([1, 2, 3].map(() => signIn(once)));
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 401, 401]);

  const late = await beginSignIn();
  t.clock.advance(5 * MINUTE);
  const refused = [
    passkey.get(late, PAGE),
    passkey.get(await beginSignIn(), { ...PAGE, origin: 'https://evil.example.com' }),
    passkey.get(await beginSignIn(), { ...PAGE, rpId: 'localhost' }),
    passkey.get(await beginSignIn(), { ...PAGE, isVerified: false }),
    passkey.get({ challenge: Buffer.from('made up').toString('base64url') }, PAGE),
    // A challenge that was made for adding a passkey.
    passkey.get((await browser.ask('beginPasskey')).results, PAGE),
    // Another key under the same id, and an unknown one.
    { ...stranger.get(await beginSignIn(), PAGE), id: once.id, rawId: once.rawId },
    stranger.get(await beginSignIn(), PAGE),
    { ...once, response: {} },
  ];
  for (const credential of refused) expect(await signIn(credential)).toEqual(REFUSED);
  expect((await signIn(passkey.get(await beginSignIn(), PAGE))).status).toBe(200);
});

test('passkey: one member cannot add a passkey that was begun by another, at another address, or unverified', async () => {
  const [a, b] = [await member(), await member()];
  const begin = async () => (await a.browser.ask('beginPasskey')).results;
  const send = (browser: StaffBrowser, credential: unknown) =>
    browser.send('addPasskey', { body: { name: 'x', credential } });
  const failed = refusal(400, 'The passkey could not be added. Please try again.');

  expect(await send(b.browser, softPasskey().create(await begin(), PAGE))).toEqual(failed);
  expect(await send(a.browser, softPasskey().create(await beginSignIn(), PAGE))).toEqual(failed);
  for (const page of [
    { ...PAGE, origin: 'https://evil.example.com' },
    { ...PAGE, isVerified: false },
  ]) {
    expect(await send(a.browser, softPasskey().create(await begin(), page))).toEqual(failed);
  }
  const { added } = await addSoftPasskey(a.browser);
  expect((await b.browser.send('removePasskey', { params: { passkeyId: added.id } })).status).toBe(404);
  const again = softPasskey();
  const twice = again.create(await begin(), PAGE);
  expect((await send(a.browser, twice)).status).toBe(201);
  expect((await send(a.browser, twice)).status).toBe(409);
});

test('passkey: a reset of the password removes all, because a thief may have added one', async () => {
  const { browser, member: owner } = await member();
  const { passkey } = await addSoftPasskey(browser);
  await newBrowser().ask('requestStaffReset', { body: { email: owner.email } });
  const mail = (await t.outbox()).find(({ to, text }) => to === owner.email && text.includes('#token='));
  const token = /#token=(\S+)/.exec(mail?.text ?? '')?.[1];
  await newBrowser().ask('resetStaffPassword', { body: { token, newPassword: `new ${STAFF_PASSWORD}` } });

  expect(await signIn(passkey.get(await beginSignIn(), PAGE))).toEqual(REFUSED);
  t.clock.advance(HOUR);
});
