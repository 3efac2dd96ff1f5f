import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiClient, refusal, replyOf } from '../../../testkit/src/apiClient.ts';
import { changesDuring } from '../../../testkit/src/databaseChanges.ts';
import { type ServerTest, startServerTest } from '../../../testkit/src/serverTest.ts';
import { attendee, startTestServer, testPhone } from '../../../testkit/src/testServer.ts';

let t: ServerTest;
let proxied: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ SIGN_INS_PER_ADDRESS: '5', REFRESHES_PER_ADDRESS: '3' });
  proxied = await startServerTest({ SIGN_INS_PER_ADDRESS: '2', TRUST_PROXY: 'true' });
});
afterAll(() => Promise.all([t.stop(), proxied.stop()]));

const MINUTE = 60_000;
const TOO_MANY = refusal(429, /^Too many requests\./);
const login = (phone = testPhone(700)) => t.request('login', { body: { phone } });

// Each test begins with a window of its own.
beforeEach(() => t.clock.advance(6 * MINUTE));

test('one address may make 5 of all sign-in calls in 5 minutes, then they are 429 with Retry-After (decisions, Sign-in)', async () => {
  const start = t.clock.now();
  expect((await login()).status).toBe(404);
  expect((await t.send('smsLogin', { body: { phone: testPhone(700), code: '123456' } })).status).toBe(401);
  expect((await t.send('autologin', { body: { token: 'x' } })).status).toBe(401);
  const registered = await t.register();
  expect((await t.send('createAccount', { body: { ...attendee(), phone: registered.profile.phone } })).status).toBe(
    409,
  );

  t.clock.set(start + 2 * MINUTE);
  const calls = [
    ['login', { phone: registered.profile.phone }],
    ['smsLogin', { phone: testPhone(700), code: '123456' }],
    ['autologin', { token: 'x' }],
    ['createAccount', attendee()],
  ] as const;
  const changes = await changesDuring(t, async () => {
    for (const [name, body] of calls) {
      const response = await t.request(name, { body });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(2 * 60);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3 * 60 + 1);
      expect(await replyOf(response)).toEqual(TOO_MANY);
    }
  });
  expect(changes).toEqual({});

  t.clock.set(start + 5 * MINUTE + 1000);
  expect((await login()).status).toBe(404);
});

test('of 30 at once from one address 5 are let through (decisions, Sign-in)', async () => {
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => login()))).map(({ status }) => status);

  expect(statuses.sort()).toEqual([...Array(5).fill(404), ...Array(25).fill(429)]);
});

test('refreshes have a ceiling of their own, and using the session has none (decisions, Sign-in)', async () => {
  const { access_token: token, refresh_token } = await t.register();
  const refresh = () => t.send('refresh', { body: { refresh_token } });

  for (let i = 0; i < 3; i++) expect((await refresh()).status).toBe(200);
  expect(await refresh()).toEqual(TOO_MANY);
  expect((await login()).status).toBe(404);
  for (let i = 0; i < 10; i++) expect((await t.send('getContent', { token })).status).toBe(200);
  expect((await t.send('logout', { body: { refresh_token } })).status).toBe(200);
});

test('the ceiling holds across nodes of one database (decisions, Sign-in)', async () => {
  // A SQLite folder belongs to one process: there the second node is the first again.
  const { config } = t.services;
  const second = config.databaseUrl
    ? await startTestServer({
        ...{ DATABASE_URL: config.databaseUrl, EVENT_PACK: config.eventPack, SIGN_INS_PER_ADDRESS: '5' },
      })
    : t;
  try {
    second.clock.set(t.clock.now());
    for (let i = 0; i < 5; i++) await login();

    const reply = await apiClient(second.url).send('login', { body: { phone: testPhone(700) } });

    expect(reply).toEqual(TOO_MANY);
  } finally {
    if (second !== t) await second.stop();
  }
});

test('X-Forwarded-For counts for nothing without TRUST_PROXY (decision 006)', async () => {
  const statuses = [];
  for (let i = 0; i < 6; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    statuses.push((await t.request('login', { body: { phone: testPhone(700) }, headers })).status);
  }

  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('with TRUST_PROXY the address is the one that the proxy saw, whatever the client puts before it (decision 006)', async () => {
  const from = async (forwarded: string) =>
    (await proxied.send('login', { body: { phone: testPhone(700) }, headers: { 'x-forwarded-for': forwarded } }))
      .status;

  expect([await from('203.0.113.1'), await from('203.0.113.1')]).toEqual([404, 404]);
  expect(await from('203.0.113.1')).toBe(429);
  expect(await from('203.0.113.2')).toBe(404);
  // A proxy appends the address that it sees to what the client sent.
  expect(await from('198.51.100.7, 203.0.113.1')).toBe(429);
  expect(await from('198.51.100.8, 203.0.113.1')).toBe(429);
});
