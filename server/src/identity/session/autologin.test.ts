import { CHECK, type Given, type Reply, refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring, countsOf } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { TEST_EVENT } from '@companion/testkit/testPack';
import { beforeAnswer } from '@companion/testkit/testServer';
import { untilBlocked } from '@companion/testkit/untilBlocked';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE, SECOND } from '../../platform/time.ts';
import { transact } from '../../platform/transact.ts';
import { createLink } from './links.ts';

let t: ServerTest;
beforeAll(async () => {
  // Connections enough for one test to hold a lock, and for four requests to wait for it.
  t = await startServerTest({ POOL_SIZE: '10' });
});
afterAll(() => t.stop());

const REFUSED = refusal(401, 'This sign-in link is no longer valid.');

/** Registers an attendee and returns the link of a sign-in SMS. */
async function registerAndRequest() {
  const { profile } = await t.register();
  return { profile, ...(await t.requestSignIn(profile.phone)) };
}

const open = (token: string, cookie?: string) => t.request('autologin', given(token, cookie));
const tryLink = async (token: string, cookie?: string): Promise<Reply> => replyOf(await open(token, cookie));
const given = (token: string, cookie?: string): Given => ({
  body: { token },
  ...(cookie ? { headers: { cookie } } : {}),
});

/** Opens the link on a new device and returns that device's cookie. */
async function openOnDevice(token: string): Promise<string> {
  const response = await open(token);
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

test('autologin: the link gives credentials and marks the device with an HttpOnly cookie for the API only (decision 031)', async () => {
  const { profile, linkToken } = await registerAndRequest();

  const changes = await changesDuring(t, async () => {
    const response = await open(linkToken);
    expect(await replyOf(response)).toEqual({
      status: 200,
      body: {
        profile: beforeAnswer(profile),
        ...{ access_token: expect.any(String), refresh_token: expect.any(String) },
      },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/),
    ]);
  });

  // The session that registration opened ends: this is the first proof of the phone.
  expect(countsOf(changes)).toEqual({
    ...{ accounts: '+1 -1', known_devices: '+1', link_tokens: '+1 -1', link_devices: '+1', sessions: '+2 -1' },
    outbox: '+1',
  });
});

test("autologin: loading the link's page does not consume the link (decision 031)", async () => {
  const { linkToken } = await registerAndRequest();

  const changes = await changesDuring(t, async () => {
    for (const method of ['GET', 'HEAD']) {
      await fetch(`${t.url}/?t=${linkToken}`, { method, headers: { accept: 'text/html' } });
      await fetch(`${t.url}/api/public/autologin?t=${linkToken}`, { method });
    }
  });

  expect(changes).toEqual({});
});

test('autologin: an SMS link must first be opened within 10 minutes (decision 031)', async () => {
  const late = await registerAndRequest();
  t.clock.advance(10 * MINUTE + SECOND);
  const changes = await changesDuring(t, async () => expect(await tryLink(late.linkToken)).toEqual(REFUSED));
  expect(changes).toEqual({});

  const inTime = await registerAndRequest();
  t.clock.advance(9.9 * MINUTE);
  expect((await tryLink(inTime.linkToken)).status).toBe(200);
});

test('autologin: after the first opening new devices may open a link for 10 minutes (decision 031)', async () => {
  const { linkToken } = await registerAndRequest();
  t.clock.advance(9 * MINUTE);
  await openOnDevice(linkToken);

  t.clock.advance(9.9 * MINUTE);
  await openOnDevice(linkToken);
  t.clock.advance(0.2 * MINUTE);
  expect(await tryLink(linkToken)).toEqual(REFUSED);
});

test('autologin: after 5 exchanges the sixth device is rejected (decision 031)', async () => {
  const { linkToken } = await registerAndRequest();
  for (let i = 0; i < 5; i++) await openOnDevice(linkToken);

  expect(await tryLink(linkToken)).toEqual(REFUSED);
});

test('autologin: 20 parallel exchanges by devices without a mark give 5 (decision 031)', async () => {
  const { linkToken } = await registerAndRequest();

  let replies: Reply[] = [];
  const changes = await changesDuring(t, async () => {
    replies = await Promise.all(Array.from({ length: 20 }, () => tryLink(linkToken)));
  });

  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 401)).toEqual(Array(5).fill(REFUSED));
  // New devices together have ten exchanges of a link a minute.
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(countsOf(changes).link_devices).toBe('+5');
  expect(changes.link_tokens?.come).toEqual([expect.objectContaining({ exchanges: 5 })]);
});

test('autologin: 8 parallel exchanges by one device with a mark all succeed, count once and open one session (decision 031)', async () => {
  const earlier = await registerAndRequest();
  const cookie = await openOnDevice(earlier.linkToken);
  t.clock.advance(61 * SECOND);
  const { linkToken } = await t.requestSignIn(earlier.profile.phone);

  let replies: Promise<Reply[]> = Promise.resolve([]);
  const changes = await changesDuring(t, async () => {
    // Holds the link's lock until as many requests as may run at once wait for it.
    await t.services.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('link_tokens')
        .set((column) => ({ exchanges: column.ref('exchanges') }))
        .execute();
      replies = Promise.all(Array.from({ length: 8 }, () => tryLink(linkToken, cookie)));
      await untilBlocked(t, 4);
    });
    await replies;
  });

  expect((await replies).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(countsOf(changes)).toEqual({
    ...{ known_devices: '+1 -1', link_tokens: '+1 -1', link_devices: '+1', sessions: '+1' },
  });
  expect(changes.link_tokens?.come).toEqual([expect.objectContaining({ exchanges: 1 })]);
});

test('autologin: only a marked device may use the link later, until the event has been over for 7 days (decision 031)', async () => {
  const { linkToken } = await registerAndRequest();
  const other = await registerAndRequest();
  const [cookie, strange] = [await openOnDevice(linkToken), await openOnDevice(other.linkToken)];
  const now = t.clock.now();
  const last = Date.parse(TEST_EVENT.endsAt) + 7 * DAY;

  for (const when of [now + DAY, Date.parse(TEST_EVENT.startsAt), last - 10 * SECOND]) {
    t.clock.set(when);
    expect((await tryLink(linkToken, cookie)).status).toBe(200);
    expect(await tryLink(linkToken)).toEqual(REFUSED);
    expect(await tryLink(linkToken, strange)).toEqual(REFUSED);
    expect(await tryLink(linkToken, `device=${'x'.repeat(43)}`)).toEqual(REFUSED);
  }
  t.clock.set(last);
  expect(await tryLink(linkToken, cookie)).toEqual(REFUSED);
  t.clock.set(now);
});

test('autologin: signing out ends the link on that device and for new ones, not on another marked device (decisions 004, 031)', async () => {
  const { linkToken } = await registerAndRequest();
  const [mine, another] = [await openOnDevice(linkToken), await openOnDevice(linkToken)];
  const { refresh_token } = await t.ask('autologin', given(linkToken, mine));

  await t.ask('logout', { body: { refresh_token, token: linkToken }, headers: { cookie: mine } });

  expect(await tryLink(linkToken, mine)).toEqual(REFUSED);
  expect(await tryLink(linkToken)).toEqual(REFUSED);
  expect((await tryLink(linkToken, another)).status).toBe(200);
});

test('autologin: signing out ends every link of the account that has marked this device (decision 031)', async () => {
  const { profile, linkToken: older } = await registerAndRequest();
  const cookie = await openOnDevice(older);
  const another = await openOnDevice(older);
  t.clock.advance(61 * SECOND);
  const { linkToken: newer } = await t.requestSignIn(profile.phone);
  const { refresh_token } = await t.ask('autologin', given(newer, cookie));
  const bystander = await registerAndRequest();
  await open(bystander.linkToken, cookie);

  await t.ask('logout', { body: { refresh_token }, headers: { cookie } });

  for (const token of [older, newer]) {
    expect(await tryLink(token, cookie)).toEqual(REFUSED);
    expect(await tryLink(token)).toEqual(REFUSED);
  }
  expect((await tryLink(older, another)).status).toBe(200);
  expect((await tryLink(bystander.linkToken, cookie)).status).toBe(200);
});

test("autologin: an invitation by e-mail may first be opened until the event's end, and proves no phone (decision 031)", async () => {
  const registered = await t.register();
  const end = Date.parse(TEST_EVENT.endsAt);
  const invitation = async () => {
    const emailKey = registered.profile.email;
    const link = await transact(t.services, (tx) => createLink(tx, registered.profile.id, { emailKey }, end));
    return new URL(link).searchParams.get('t') ?? '';
  };
  const [first, second] = [await invitation(), await invitation()];
  const now = t.clock.now();

  t.clock.set(end - 10 * SECOND);
  const changes = await changesDuring(t, async () => expect((await tryLink(first)).status).toBe(200));
  expect(changes.sessions).toEqual({ gone: [], come: [expect.objectContaining({ proved: 0, ended_at: null })] });
  t.clock.set(end + SECOND);
  expect(await tryLink(second)).toEqual(REFUSED);
  t.clock.set(now);
});

test.each([
  [{ token: 'unknown' }, REFUSED],
  [{ token: 'x'.repeat(1024) }, REFUSED],
  [{ token: 'x'.repeat(1025) }, refusal(400, CHECK, { token: 'Must be 1024 characters or less' })],
  [{ token: ' ' }, refusal(400, CHECK, { token: 'Required' })],
  [{ token: ['a'] }, refusal(400, CHECK, { token: 'Required' })],
  [{}, refusal(400, CHECK, { token: 'Required' })],
])('autologin: %j is refused and marks no device (decision 031)', async (body, expected) => {
  const changes = await changesDuring(t, async () => {
    const response = await t.request('autologin', { body });
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await replyOf(response)).toEqual(expected);
  });

  expect(changes).toEqual({});
});

test('autologin: the cookie is Secure if the app is on https (decision 031)', async () => {
  const secure = await startServerTest({ APP_URL: 'https://summit.example.com', DEV_OUTBOX: 'true' });
  try {
    const { profile } = await secure.register();
    const { linkToken } = await secure.requestSignIn(profile.phone);

    const response = await secure.request('autologin', { body: { token: linkToken } });

    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect((await secure.textsTo(profile.phone))[0]).toMatch(
      /https:\/\/summit\.example\.com\/\?t=[\w-]+\n\n@summit\.example\.com #\d{6}$/,
    );
  } finally {
    await secure.stop();
  }
});
