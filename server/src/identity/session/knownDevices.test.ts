import { calls } from '@companion/contract/calls';
import { toE164 } from '@companion/contract/usPhone';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { readSignIn } from '@companion/testkit/readSignIn';
import { runHere } from '@companion/testkit/runEvent';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { settingsOf } from '@companion/testkit/settingsOf';
import { attendee } from '@companion/testkit/testServer';
import { startTwoNodes, type TwoNodes } from '@companion/testkit/twoNodes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseCommand } from '../../cli/dataCommands.ts';
import { count } from '../../platform/limit.ts';
import { DAY, HOUR, SECOND } from '../../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ WRONG_CODES_AN_HOUR: '1000000' });
});
afterAll(() => t.stop());

const NOT_VALID = 'This code is not valid. Please check it, or ask for a new one.';
const WRONG = refusal(401, NOT_VALID, { code: NOT_VALID });
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const cookieOf = (response: Response) => ({ cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' });

const marksOf = ({ cookie }: { cookie: string }) => cookie.replace('device=', '').split('.');

/** Signs an attendee in by code and returns the device's cookie. */
async function signedIn(server = t) {
  const { profile } = await server.register();
  const { phone } = profile;
  const { code } = await server.requestSignIn(phone);
  const response = await server.request('smsLogin', { body: { phone, code } });
  server.clock.advance(61 * SECOND);
  return { profile, phone, headers: cookieOf(response) };
}

const login = (phone: string, headers: Record<string, string> = {}) => t.send('login', { body: { phone }, headers });

/** Requests codes as a stranger until no more are sent. */
async function askTooOften(phone: string): Promise<void> {
  for (let i = 0; (await login(phone)).status === 200 && i < 20; i++) t.clock.advance(61 * SECOND);
  expect((await login(phone)).status).toBe(429);
}

test('smsLogin: marks the device with an HttpOnly cookie, which the next sign-in keeps (decision 023)', async () => {
  const { profile } = await t.register();
  const { phone } = profile;
  const first = await t.request('smsLogin', { body: { phone, code: (await t.requestSignIn(phone)).code } });
  expect(first.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^device=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/),
  ]);
  const body = { phone, code: (await t.requestSignIn(phone)).code };
  expect(cookieOf(await t.request('smsLogin', { body, headers: cookieOf(first) }))).toEqual(cookieOf(first));
  expect((await t.request('smsLogin', { body })).headers.getSetCookie()).toEqual([]);
});

test('smsLogin, autologin: a mark that is not on record for the account gives nothing: the device gets a new one (decision 023)', async () => {
  const planted = [{ cookie: `device=${'A'.repeat(43)}` }, (await signedIn()).headers];
  for (const headers of planted) {
    const { profile } = await t.register();
    const { code } = await t.requestSignIn(profile.phone);
    const body = { phone: profile.phone, code };
    const byCode = cookieOf(await t.request('smsLogin', { body, headers }));
    t.clock.advance(61 * SECOND);
    const { linkToken: token } = await t.requestSignIn(profile.phone);
    const byLink = cookieOf(await t.request('autologin', { body: { token }, headers }));
    for (const given of [byCode, byLink]) {
      const [fresh, ...others] = marksOf(given);
      expect([fresh, others]).toEqual([expect.stringMatching(/^[\w-]{43}$/), marksOf(headers)]);
      expect(marksOf(headers)).not.toContain(fresh);
    }
    // The window has passed: only the device that opened the link can use it again, and keeps its mark.
    t.clock.advance(11 * 60 * SECOND);
    expect((await t.send('autologin', { body: { token }, headers })).status).toBe(401);
    expect(cookieOf(await t.request('autologin', { body: { token }, headers: byLink }))).toEqual(byLink);
  }
});

test("autologin, smsLogin: a sign-in to another account leaves the device known to the first, and that one's link usable (decision 023)", async () => {
  const { phone, headers: first } = await signedIn();
  const { linkToken: token } = await t.requestSignIn(phone);
  expect((await t.send('autologin', { body: { token }, headers: first })).status).toBe(200);
  t.clock.advance(20 * 60 * SECOND);

  const others = [await t.registerProved(), await t.registerProved()];
  const [byLink, byCode] = await Promise.all(others.map(({ profile }) => t.requestSignIn(profile.phone)));
  const linked = cookieOf(await t.request('autologin', { body: { token: byLink?.linkToken ?? '' }, headers: first }));
  const body = { phone: others[1]?.profile.phone ?? '', code: byCode?.code ?? '' };
  const headers = cookieOf(await t.request('smsLogin', { body, headers: linked }));
  expect(marksOf(headers)).toHaveLength(3);
  await askTooOften(phone);

  const again = await t.request('autologin', { body: { token }, headers });
  expect(again.status).toBe(200);
  // The mark in use comes first, so it is the last to be dropped.
  expect(marksOf(cookieOf(again))[0]).toBe(marksOf(first)[0]);
  expect((await login(phone, headers)).status).toBe(200);
});

test('smsLogin: a device keeps the marks of the five accounts that it signed in to last (decision 023)', async () => {
  const { phone, headers: oldest } = await signedIn();
  let headers = oldest;
  for (let i = 0; i < 5; i++) {
    const { profile } = await t.register();
    const body = { phone: profile.phone, code: (await t.requestSignIn(profile.phone)).code };
    headers = cookieOf(await t.request('smsLogin', { body, headers }));
  }
  await askTooOften(phone);

  expect(marksOf(headers)).toHaveLength(5);
  expect((await login(phone, headers)).status).toBe(429);
  // Five are read, however many a browser sends.
  const sixth = { cookie: `${headers.cookie}.${marksOf(oldest)[0]}` };
  expect((await login(phone, sixth)).status).toBe(429);
  expect((await login(phone, oldest)).status).toBe(200);
});

test('logout: closes the links of its own account alone on a device that has marks of several (decision 004)', async () => {
  const { phone, headers: first } = await signedIn();
  const { linkToken: kept } = await t.requestSignIn(phone);
  expect((await t.send('autologin', { body: { token: kept }, headers: first })).status).toBe(200);
  const other = await t.registerProved();
  const { linkToken: closed } = await t.requestSignIn(other.profile.phone);
  const opened = await t.request('autologin', { body: { token: closed }, headers: first });
  const headers = cookieOf(opened);
  const { refresh_token } = calls.autologin.answer.parse(await opened.json());
  expect((await t.send('logout', { body: { refresh_token }, headers })).status).toBe(200);

  expect((await t.send('autologin', { body: { token: closed }, headers })).status).toBe(401);
  expect((await t.send('autologin', { body: { token: kept }, headers })).status).toBe(200);
});

test('login: after a stranger has used up the limit, a known device still gets codes, within a limit of its own (decision 023)', async () => {
  const { phone, headers } = await signedIn();
  await askTooOften(phone);

  const statuses = [];
  for (let i = 0; i < 17; i++) {
    t.clock.advance(61 * SECOND);
    statuses.push((await login(phone, headers)).status);
  }

  expect(statuses).toEqual([...Array(15).fill(200), 429, 429]);
});

test("smsLogin: a stranger's wrong codes do not use up the attempts of a known device (decision 023)", async () => {
  const { phone, headers } = await signedIn();
  const { code } = await t.requestSignIn(phone);
  const tries = { key: `code tries ${toE164(phone)}`, max: 50, window: DAY };
  // The owner's sign-in counts as well.
  await count(t.services.db, t.clock.now(), tries, 48);
  expect(await t.send('smsLogin', { body: { phone, code: other(code) } })).toEqual(WRONG);
  expect((await t.send('smsLogin', { body: { phone, code } })).status).toBe(429);

  for (let i = 0; i < 4; i++) {
    expect(await t.send('smsLogin', { body: { phone, code: other(code) }, headers })).toEqual(WRONG);
  }
  expect((await t.send('smsLogin', { body: { phone, code }, headers })).status).toBe(200);
});

test('smsLogin: a known device also has five attempts a code (decision 023)', async () => {
  const { phone, headers } = await signedIn();
  const { code } = await t.requestSignIn(phone);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => t.send('smsLogin', { body: { phone, code: other(code) }, headers })),
  );

  expect(replies).toEqual(Array(20).fill(WRONG));
  expect(await t.send('smsLogin', { body: { phone, code }, headers })).toEqual(WRONG);
});

test('smsLogin, autologin: only a proof of the phone makes a device known, and only to that account (decision 023)', async () => {
  const { headers: elsewhere } = await signedIn();
  const { profile } = await t.register();
  const { phone } = profile;
  const mine = { cookie: `device=${'x'.repeat(43)}` };
  await t.send('login', { body: { phone }, headers: mine });
  await askTooOften(phone);

  for (const headers of [elsewhere, mine]) expect((await login(phone, headers)).status).toBe(429);
  const [text = ''] = await t.textsTo(phone);
  t.clock.advance(-20 * 61 * SECOND);
  const opened = await t.request('autologin', { body: { token: readSignIn(text).linkToken }, headers: mine });
  expect(opened.status).toBe(200);
  expect((await login(phone, cookieOf(opened))).status).toBe(200);
});

test('resetPassword: keeps known devices, so that a stranger who causes a reset cannot lock the owner out (decision 022)', async () => {
  const { profile, phone, headers } = await signedIn();
  await t.ask('sendResetPassword', { body: { email: profile.email } });
  const mail = (await t.outbox()).find(({ to }) => to === profile.email);
  const resetToken = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  await t.ask('resetPassword', {
    body: { newPassword: 'cedar-river-42', confirmPassword: 'cedar-river-42', resetToken },
  });
  await askTooOften(phone);

  expect((await login(phone)).status).toBe(429);
  expect((await login(phone, headers)).status).toBe(200);
});

test('erase: deletes known devices (decision 019)', async () => {
  const { profile, phone, headers } = await signedIn();
  expect((await runHere([eraseCommand], ['erase', profile.email], settingsOf(t))).code).toBe(0);
  const { db } = t.services;
  expect(await db.selectFrom('known_devices').selectAll().where('account_id', '=', profile.id).execute()).toEqual([]);

  await t.register({ phone });
  await askTooOften(phone);
  expect((await login(phone, headers)).status).toBe(429);
});

/** Accounts that are texted a code, which no one enters. */
const texted = (node: ServerTest, people: { phone: string }[]) =>
  Promise.all(people.map(async ({ phone }) => ({ phone, ...(await node.requestSignIn(phone)) })));

const closed = refusal(429, 'Too many wrong codes were entered. Please use the link in the message.');

/** @returns how many of 100 wrong codes were compared, sent to both nodes at once */
async function guess(nodes: TwoNodes, victims: { phone: string; code: string }[]): Promise<number> {
  const guesses = await nodes.onBoth(100, (node, i) => {
    const { phone = '', code = '' } = victims[i % victims.length] ?? {};
    return node.send('smsLogin', { body: { phone, code: other(code) } });
  });
  const compared = guesses.filter(({ status }) => status === 401);
  expect(guesses.filter(({ status }) => status !== 401)).toEqual(Array(100 - compared.length).fill(closed));
  return compared.length;
}

test('smsLogin: wrong codes of all proved phones share a limit on all nodes: beyond it only known devices may use codes, new ones use the link, for an hour at most (decision 023)', async () => {
  const nodes = await startTwoNodes({ WRONG_CODES_AN_HOUR: '30' });
  try {
    const { phone: known, headers } = await signedIn(nodes.first);
    const people = await Promise.all(
      Array.from({ length: 20 }, async () => (await nodes.first.registerProved()).profile),
    );
    const victims = await texted(nodes.first, people);
    expect(await guess(nodes, victims)).toBe(30);

    const [victim] = victims;
    if (!victim) throw new Error('There is no account');
    const refused = await nodes.first.request('smsLogin', { body: { phone: victim.phone, code: victim.code } });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60 * 60);
    expect(await replyOf(refused)).toEqual(closed);
    const metrics = await (await fetch(`${nodes.first.url}/metrics`)).text();
    expect(metrics).toContain('hourly_limit{limit="wrong_codes"} 30\n');
    expect(metrics).toContain('hourly_limit_used{limit="wrong_codes"} 30\n');
    expect(metrics).toContain('hourly_limit_used{limit="wrong_codes_of_new_phones"} 0\n');
    expect((await nodes.second.send('autologin', { body: { token: victim.linkToken } })).status).toBe(200);
    const { code } = await nodes.first.requestSignIn(known);
    expect((await nodes.second.send('smsLogin', { body: { phone: known, code }, headers })).status).toBe(200);

    nodes.advance(HOUR);
    const [late] = await texted(nodes.first, people.slice(1, 2));
    expect((await nodes.second.send('smsLogin', { body: { phone: late?.phone, code: late?.code } })).status).toBe(200);
  } finally {
    await nodes.stop();
  }
});

test('smsLogin: wrong codes for invented accounts stop no one with a proved phone or a ticket, and no one who enters a code where they registered (decision 023)', async () => {
  const nodes = await startTwoNodes({ WRONG_CODES_AN_HOUR: '30' });
  try {
    const { first: t } = nodes;
    const { profile: proved } = await t.registerProved();
    const { profile: holder } = await t.register();
    const { db } = t.services;
    await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', '=', holder.id).execute();
    const registered = attendee();
    const registration = await t.request('createAccount', { body: registered });
    const cookie = registration.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const invented = await Promise.all(Array.from({ length: 20 }, async () => (await t.register()).profile));
    expect(await guess(nodes, await texted(t, invented))).toBe(30);
    const metrics = await (await fetch(`${t.url}/metrics`)).text();
    expect(metrics).toContain('hourly_limit_used{limit="wrong_codes_of_new_phones"} 30\n');
    expect(metrics).toContain('hourly_limit_used{limit="wrong_codes"} 0\n');

    const enter = async ({ phone }: { phone: string }, headers: Record<string, string> = {}) => {
      const { code } = await t.requestSignIn(phone);
      return (await nodes.second.send('smsLogin', { body: { phone, code }, headers })).status;
    };
    expect(await enter(proved)).toBe(200);
    expect(await enter(holder)).toBe(200);
    expect(await enter(registered, { cookie })).toBe(200);
    expect(await enter((await t.register()).profile)).toBe(429);
  } finally {
    await nodes.stop();
  }
});

test('smsLogin: right codes do not count towards the limit of wrong ones (decision 023)', async () => {
  const few = await startServerTest({ WRONG_CODES_AN_HOUR: '2' });
  try {
    for (let i = 0; i < 5; i++) await signedIn(few);
  } finally {
    await few.stop();
  }
});
