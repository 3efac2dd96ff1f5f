import { STAFF_USE_HEADER } from '@companion/contract/defineCall';
import { STAFF_LIVE_PATH } from '@companion/contract/live';
import { CHECK, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { addMember, STAFF_PASSWORD, signInAgain, staffBrowser } from '@companion/testkit/staffBrowser';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/time.ts';
import { sweep } from '../../sweep.ts';

let t: TwoNodes;
beforeAll(async () => {
  t = await startTwoNodes();
});
afterAll(() => t.stop());

/** As the console sends it after a key or a click. */
const USED = { headers: { [STAFF_USE_HEADER]: '1' } };
const WRONG = 'E-mail or password is not correct.';
const signIn = (email: string, password = STAFF_PASSWORD, browser = staffBrowser(t.first)) =>
  browser.send('signInStaff', { body: { email, password } });

test('staff sign-in: e-mail and password open a session in a cookie that scripts and other hosts cannot reach (decision 046)', async () => {
  const { id, email } = await addMember(t.first, 'editor');
  const browser = staffBrowser(t.first);

  const response = await browser.request('signInStaff', {
    body: { email: ` ${email.toUpperCase()} `, password: STAFF_PASSWORD },
  });

  const member = { id, email, name: 'The editor', role: 'editor' };
  expect(await response.json()).toEqual({ results: { member, secondFactor: false } });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith('__Host-staff='));
  expect(cookie).toMatch(/^__Host-staff=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(await browser.send('getStaffMe')).toEqual({ status: 200, body: { results: member } });
  const [session] = await t.first.services.db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('staff_id', '=', id)
    .execute();
  expect(Object.values(session ?? {})).not.toContain(browser.cookies.get('__Host-staff'));
});

test('staff sign-in: a wrong password, an unknown e-mail and a removed member get the same answer', async () => {
  const { email } = await addMember(t.first, 'host');
  const removed = await addMember(t.first, 'host');
  await t.first.services.db
    .updateTable('staff')
    .set({ email_key: null, removed_at: 1 })
    .where('id', '=', removed.id)
    .execute();

  for (const [address, password] of [
    [email, 'not this one'],
    [email, `${STAFF_PASSWORD} `],
    ['no.one@example.com', STAFF_PASSWORD],
    [removed.email, STAFF_PASSWORD],
  ] as const) {
    const browser = staffBrowser(t.first);
    expect(await signIn(address, password, browser)).toEqual(refusal(401, WRONG));
    expect(browser.cookies.size).toBe(0);
  }
  expect((await signIn('not an address', 'x')).body).toMatchObject({ message: CHECK });
});

test('staff sign-in: an attendee with the same e-mail and a password cannot sign in', async () => {
  const { profile } = await t.first.register();
  const { email } = await addMember(t.first, 'owner');
  const { password_hash } = await t.first.services.db
    .selectFrom('staff')
    .select('password_hash')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await t.first.services.db.updateTable('accounts').set({ password_hash }).where('id', '=', profile.id).execute();

  expect(await signIn(profile.email)).toEqual(refusal(401, WRONG));
});

test('staff sign-in: a new session replaces the one of the browser, so that a planted one is worth nothing', async () => {
  const attacker = await addMember(t.first, 'host');
  const { email } = await addMember(t.first, 'owner');
  const planted = await signInAgain(t.first, attacker.id);
  const browser = staffBrowser(t.first, new Map(planted.cookies));

  expect((await signIn(email, STAFF_PASSWORD, browser)).status).toBe(200);

  expect(browser.cookies.get('__Host-staff')).not.toBe(planted.cookies.get('__Host-staff'));
  expect(await planted.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  expect((await browser.ask('getStaffMe')).results.role).toBe('owner');
});

test('staff sign-in: parallel guesses from one address stop at ten in 15 minutes, on both nodes together', async () => {
  const { email } = await addMember(t.first, 'owner');
  const guesses = await t.onBoth(30, (node) =>
    staffBrowser({ url: node === t.first ? t.first.url : t.secondUrl }).send('signInStaff', {
      body: { email, password: 'a wrong guess' },
    }),
  );

  const compared = guesses.filter(({ status }) => status === 401).length;
  expect(compared).toBeLessThanOrEqual(10);
  expect(compared).toBeGreaterThan(0);
  expect((await signIn(email)).status).toBe(429);
  // The same for an e-mail that is not on record. One after another: on a busy machine the last of ten that wait for
  // their turn are told after ten seconds to come again, and are compared with nothing.
  const unknown: number[] = [];
  for (let guess = 0; guess < 12; guess++) unknown.push((await signIn('nemo@example.com', 'a wrong guess')).status);
  expect(unknown).toEqual([...Array(10).fill(401), 429, 429]);

  t.advance(19 * MINUTE);
  expect((await signIn(email)).status).toBe(200);
});

test('staff sign-in: strangers who exhaust the limit do not lock a member out of a browser that is known', async () => {
  const { email } = await addMember(t.first, 'owner');
  const browser = staffBrowser(t.first);
  await signIn(email, STAFF_PASSWORD, browser);
  for (let guess = 0; guess < 12; guess++) await signIn(email, 'a wrong guess');
  expect((await signIn(email)).status).toBe(429);

  browser.cookies.delete('__Host-staff');
  expect((await signIn(email, STAFF_PASSWORD, browser)).status).toBe(200);
  // The mark of another member changes nothing.
  const other = await addMember(t.first, 'host');
  expect((await signIn(other.email, STAFF_PASSWORD, browser)).status).toBe(200);
  expect((await signIn(email, STAFF_PASSWORD, browser)).status).toBe(429);
  t.advance(HOUR);
});

test('staff sign-in: a flood of guesses does not keep a member in a known browser waiting', async () => {
  const { email } = await addMember(t.first, 'owner');
  const browser = staffBrowser(t.first);
  await signIn(email, STAFF_PASSWORD, browser);

  const flood = Promise.all(Array.from({ length: 300 }, () => signIn(email, 'a wrong guess')));
  const mine = await signIn(email, STAFF_PASSWORD, browser);
  const guesses = await flood;

  expect(mine.status).toBe(200);
  // One of the ten was the first sign-in. The nine others are compared, unless they have waited for ten seconds.
  const waited = guesses.filter(({ status }) => status !== 429);
  expect(waited).toHaveLength(9);
  for (const { status } of waited) expect([401, 503]).toContain(status);
  t.advance(HOUR);
});

test('staff session: ends 12 hours after a person last used it, and is then deleted', async () => {
  const { id } = await addMember(t.first, 'host');
  const browser = await signInAgain(t.first, id);
  t.advance(12 * HOUR - MINUTE);
  expect((await browser.send('getStaffMe', USED)).status).toBe(200);
  t.advance(12 * HOUR - MINUTE);
  expect((await browser.send('endOtherStaffSessions')).status).toBe(200);
  await sweep(t.first.services);
  t.advance(12 * HOUR + SECOND);
  expect(await browser.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));

  await sweep(t.first.services);
  expect(
    await t.first.services.db.selectFrom('staff_sessions').selectAll().where('staff_id', '=', id).execute(),
  ).toEqual([]);
});

test('staff session: what an open page asks for by itself, its stream included, keeps no session alive', async () => {
  const { id } = await addMember(t.first, 'host');
  const browser = await signInAgain(t.first, id);
  for (let hours = 0; hours < 11; hours++) {
    t.advance(HOUR);
    expect((await browser.send('getStaffMe')).status).toBe(200);
    const leaving = new AbortController();
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const request = { headers: { cookie }, signal: leaving.signal };
    expect((await fetch(`${t.first.url}/api${STAFF_LIVE_PATH}`, request)).status).toBe(200);
    expect((await fetch(`${t.first.url}/api/staff/session`, { ...request, method: 'HEAD' })).status).toBe(200);
    leaving.abort();
  }
  const [session] = (await browser.ask('getStaffSessions')).results;
  expect(session?.lastUsedAt).toBe(session?.createdAt);
  t.advance(HOUR);
  expect(await browser.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
});

test('staff session: ends 7 days after the sign-in, however often it is used', async () => {
  const { id } = await addMember(t.first, 'host');
  const browser = await signInAgain(t.first, id);
  for (let halfDays = 0; halfDays < 13; halfDays++) {
    t.advance(DAY / 2 - MINUTE);
    expect((await browser.send('getStaffMe', USED)).status).toBe(200);
  }
  t.advance(DAY / 2 + 13 * MINUTE);
  expect(await browser.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
});

test('staff session: signing out ends it on every node at once, and no other session', async () => {
  const { id } = await addMember(t.first, 'host');
  const [browser, other] = [await signInAgain(t.first, id), await signInAgain(t.first, id)];
  const stolen = staffBrowser({ url: t.secondUrl }, new Map(browser.cookies));
  expect((await stolen.send('getStaffMe')).status).toBe(200);

  const response = await browser.request('signOutStaff');

  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-staff=; .*Expires=Thu, 01 Jan 1970/),
  ]);
  expect(await stolen.send('getStaffMe')).toEqual(refusal(401, SIGN_IN));
  expect((await other.send('getStaffMe')).status).toBe(200);
});

test('staff sign-in: with a passkey at an address without a name the browser would fail, so the server gives the reason', async () => {
  expect(await staffBrowser(t.first).send('beginPasskeySignIn')).toEqual(
    refusal(409, 'Passkeys need an APP_URL with a name, not a number.'),
  );
});
