import type { Credentials } from '@companion/contract/session';
import { apiClient, refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { attendee, simulatedPhone, startTestServer } from '@companion/testkit/testServer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashToken, makeToken, randomToken } from '../platform/deriveKeys.ts';
import { MINUTE } from '../platform/time.ts';
import { addressOf, networkOf } from './requestAddress.ts';

let t: ServerTest;
let proxied: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ SIGN_INS_PER_ADDRESS: '5', REFRESHES_PER_ADDRESS: '3' });
  proxied = await startServerTest({ SIGN_INS_PER_ADDRESS: '2', TRUST_PROXY: 'true' });
});
afterAll(() => Promise.all([t.stop(), proxied.stop()]));

const TOO_MANY = refusal(429, /^Too many requests\./);
const NOT_VALID = 'This code is not valid. Please check it, or ask for a new one.';
const UNKNOWN = simulatedPhone(700);
const login = (phone = UNKNOWN) => t.request('login', { body: { phone } });
const PASSWORDS = { newPassword: 'cedar-river-42', confirmPassword: 'cedar-river-42' };

/** Invalid requests by call: the answer of each, and the answer once the limit is reached. */
const GARBAGE = [
  ['login', { phone: UNKNOWN }, 404, TOO_MANY],
  ['smsLogin', { phone: UNKNOWN, code: '123456' }, 401, refusal(429, NOT_VALID)],
  ['autologin', { token: randomToken() }, 401, TOO_MANY],
  ['refresh', { refresh_token: 'garbage.0.x' }, 401, TOO_MANY],
  ['validateToken', { token: randomToken() }, 200, TOO_MANY],
  ['resetPassword', { ...PASSWORDS, resetToken: randomToken() }, 400, TOO_MANY],
] as const;

/** Uses up the limit of failures of this address for each call. */
async function flood(server: ServerTest, times: number): Promise<void> {
  for (const [name, body] of GARBAGE) {
    for (let i = 0; i < times; i++) await server.send(name, { body });
  }
}

// Each test starts a new window; a count is kept for up to a quarter of a window longer.
beforeEach(() => t.clock.advance(7 * MINUTE));

test.each(GARBAGE)(
  '%s: one address may fail 5 times (refresh 3) in 5 minutes, then it gets 429 with Retry-After, and nothing changes (decision 023)',
  async (name, body, status, tooMany) => {
    const start = t.clock.now();
    for (let i = 0; i < (name === 'refresh' ? 3 : 5); i++) expect((await t.send(name, { body })).status).toBe(status);

    t.clock.set(start + 2 * MINUTE);
    const changes = await changesDuring(t, async () => {
      for (let twice = 0; twice < 2; twice++) {
        const response = await t.request(name, { body });
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(2 * 60);
        expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(3 * 60 + 1);
        expect(await replyOf(response)).toEqual(tooMany);
      }
    });
    expect(changes).toEqual({});

    t.clock.set(start + 5 * MINUTE + 1000);
    expect((await t.send(name, { body })).status).toBe(status);
  },
);

test('limitFailures: of 30 failures at once from one address 5 get the reason, the others 429 (decision 023)', async () => {
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => login()))).map(({ status }) => status);

  expect(statuses.sort()).toEqual([...Array(5).fill(404), ...Array(25).fill(429)]);
});

test('limitFailures: a flood of invalid requests from the venue stops no sign-in, registration or refresh there (decision 023)', async () => {
  const venue = await startServerTest({ SIGN_INS_PER_ADDRESS: '50', REFRESHES_PER_ADDRESS: '50' });
  try {
    const taken = await venue.register();
    await flood(venue, 52);
    for (let i = 0; i < 52; i++) {
      await venue.send('createAccount', { body: { ...attendee(), phone: taken.profile.phone } });
    }

    const person = async () => {
      const { profile, refresh_token } = await venue.register();
      const { code, linkToken } = await venue.requestSignIn(profile.phone);
      const session = await venue.ask('smsLogin', { body: { phone: profile.phone, code } });
      await venue.ask('autologin', { body: { token: linkToken } });
      // The session from before the proof of the phone has ended, but its token is genuine.
      expect((await venue.send('refresh', { body: { refresh_token } })).status).toBe(401);
      return venue.ask('refresh', { body: { refresh_token: session.refresh_token } });
    };
    await Promise.all(Array.from({ length: 30 }, person));
    await flood(venue, 1);
    expect((await venue.send('login', { body: { phone: UNKNOWN } })).status).toBe(429);
  } finally {
    await venue.stop();
  }
});

test('refresh: genuine tokens are never limited by address (decision 023)', async () => {
  const { access_token: token, refresh_token } = await t.register();

  for (let i = 0; i < 10; i++) expect((await t.send('refresh', { body: { refresh_token } })).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await t.send('getContent', { token })).status).toBe(200);
  expect((await t.send('logout', { body: { refresh_token } })).status).toBe(200);
  for (let i = 0; i < 10; i++) expect((await t.send('refresh', { body: { refresh_token } })).status).toBe(401);
});

test('limitAddress: sent sign-ins and registrations have a limit each; rejected ones send and store nothing (decision 023)', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => t.register()));
  const changes = await changesDuring(t, async () => {
    expect(await t.send('createAccount', { body: attendee() })).toEqual(TOO_MANY);
  });
  expect(changes).toEqual({});

  for (const { profile } of people) {
    // A repeat sends no SMS and does not count.
    for (let i = 0; i < 3; i++) expect((await login(profile.phone)).status).toBe(200);
  }
  t.clock.advance(MINUTE + 1000);
  const refused = await changesDuring(t, async () => {
    expect(await replyOf(await login(people[0]?.profile.phone))).toEqual(TOO_MANY);
  });
  expect(refused).toEqual({});
});

test('limitAddress: an attendee with a proved phone signs in on a new device while another client uses up every limit of the address (decision 023)', async () => {
  const { profile } = await t.registerProved();
  const ticketHolder = await t.register();
  const { db } = t.services;
  await db.updateTable('accounts').set({ source: 'eventbrite' }).where('id', '=', ticketHolder.profile.id).execute();
  t.clock.advance(7 * MINUTE);
  await flood(t, 7);
  for (let i = 0; i < 7; i++) await t.send('sendResetPassword', { body: { email: `unknown${i}@example.com` } });
  const made = [];
  for (let i = 0; i < 7; i++) made.push(await t.send('createAccount', { body: attendee() }));
  const phones = made.filter(({ status }) => status < 300).map(({ body }) => (body as Credentials).profile.phone);
  expect(phones).toHaveLength(5);
  for (const phone of phones) await login(phone);
  t.clock.advance(MINUTE + 1000);
  expect(await replyOf(await login(phones[0]))).toEqual(TOO_MANY);

  for (const { phone } of [profile, ticketHolder.profile]) {
    const { code, linkToken } = await t.requestSignIn(phone);
    expect((await t.send('autologin', { body: { token: linkToken } })).status).toBe(200);
    expect((await t.send('smsLogin', { body: { phone, code } })).status).toBe(200);
  }
});

test('isGenuine: links without a MAC stay valid; a MAC of another purpose or key is not accepted (decision 023)', async () => {
  const { profile } = await t.register();
  const { db, keys } = t.services;
  const { linkToken } = await t.requestSignIn(profile.phone);
  const older = randomToken();
  await db
    .updateTable('link_tokens')
    .set({ token_hash: hashToken(older) })
    .where('account_id', '=', profile.id)
    .execute();

  expect((await t.send('autologin', { body: { token: linkToken } })).status).toBe(401);
  expect((await t.send('autologin', { body: { token: older } })).status).toBe(200);
  for (let i = 0; i < 6; i++) await t.send('autologin', { body: { token: makeToken(keys, 'reset') } });
  expect(await t.send('autologin', { body: { token: makeToken(keys, 'reset') } })).toEqual(TOO_MANY);
  // Issued by this server, but not on record.
  expect((await t.send('autologin', { body: { token: makeToken(keys, 'link') } })).status).toBe(401);
});

test('limitAddress: the limit holds across nodes of one database (decision 023)', async () => {
  // A SQLite folder belongs to one process, so on SQLite both nodes are the same.
  const { config } = t.services;
  const second = config.databaseUrl
    ? await startTestServer({
        ...{ DATABASE_URL: config.databaseUrl, EVENT_PACK: config.eventPack ?? 'none', SIGN_INS_PER_ADDRESS: '5' },
      })
    : t;
  try {
    second.clock.set(t.clock.now());
    for (let i = 0; i < 5; i++) await login();

    const reply = await apiClient(second.url).send('login', { body: { phone: UNKNOWN } });

    expect(reply).toEqual(TOO_MANY);
  } finally {
    if (second !== t) await second.stop();
  }
});

test('limitAddress: without TRUST_PROXY the header X-Forwarded-For is ignored (decision 006)', async () => {
  const statuses = [];
  for (let i = 0; i < 6; i++) {
    const headers = { 'x-forwarded-for': `203.0.113.${i}` };
    statuses.push((await t.request('login', { body: { phone: UNKNOWN }, headers })).status);
  }

  expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
});

test('limitAddress: with TRUST_PROXY the address is the one that the proxy saw, not what the client sent (decision 006)', async () => {
  const from = async (forwarded: string) =>
    (await proxied.send('login', { body: { phone: UNKNOWN }, headers: { 'x-forwarded-for': forwarded } })).status;

  expect([await from('203.0.113.1'), await from('203.0.113.1')]).toEqual([404, 404]);
  expect(await from('203.0.113.1')).toBe(429);
  expect(await from('203.0.113.2')).toBe(404);
  // A proxy appends the address that it sees to what the client sent.
  expect(await from('198.51.100.7, 203.0.113.1')).toBe(429);
  expect(await from('198.51.100.8, 203.0.113.1')).toBe(429);
  // A /64 is one address, and so is an IPv4 address in any spelling.
  expect([await from('2001:db8:1:2::1'), await from('2001:db8:1:2:ffff::2')]).toEqual([404, 404]);
  expect([await from('2001:db8:1:2:3:4:5:6'), await from('2001:db8:1:3::1')]).toEqual([429, 404]);
  expect([await from('::ffff:203.0.113.1'), await from('::ffff:203.0.113.9')]).toEqual([429, 404]);
  // Some proxies add the client's port.
  expect([await from('203.0.113.1:4711'), await from('[2001:db8:1:2::9]:4711')]).toEqual([429, 429]);
  // An invalid address counts as the proxy's own.
  expect([await from('unknown'), await from('_hidden-1'), await from('300.1.2.3')]).toEqual([404, 404, 429]);
});

test('limitAddress: a /48 of IPv6 has four times the limit of one address, also when its addresses are over theirs (decision 006)', async () => {
  const from = async (forwarded: string) =>
    (await proxied.send('login', { body: { phone: UNKNOWN }, headers: { 'x-forwarded-for': forwarded } })).status;
  const inSubnet = (subnet: number) => from(`2001:db8:4:${subnet.toString(16)}::1`);

  // What the first address may not do does not use up the limit of its network.
  const first = [await inSubnet(1), await inSubnet(1), await inSubnet(1), await inSubnet(1)];
  expect(first).toEqual([404, 404, 429, 429]);
  const others: number[] = [];
  for (let subnet = 2; subnet <= 9; subnet += 1) others.push(await inSubnet(subnet));
  expect(others).toEqual([...Array(6).fill(404), 429, 429]);
  expect(await from('2001:db8:5::1')).toBe(404);
});

test('limitAddress: registrations from a /48 of IPv6 have four times the limit of one address (decision 006)', async () => {
  const statuses: number[] = [];
  for (let subnet = 0; subnet < 10; subnet += 1) {
    const headers = { 'x-forwarded-for': `2001:db8:6:${subnet}::1` };
    statuses.push((await proxied.send('createAccount', { body: attendee(), headers })).status);
  }

  expect(statuses).toEqual([...Array(8).fill(201), 429, 429]);
});

test('limitAddress: VENUE_SIGN_INS_PER_ADDRESS is for the networks of the venue alone, and counted apart from others (decision 006)', async () => {
  const venue = await startServerTest({
    ...{ TRUST_PROXY: 'true', SIGN_INS_PER_ADDRESS: '2', VENUE_SIGN_INS_PER_ADDRESS: '4' },
    VENUE_NETWORKS: '203.0.113.7/32, 2001:db8:7:1::/64',
  });
  try {
    const statuses = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      const replies = [];
      for (let i = 0; i < 5; i++) replies.push(await venue.send('createAccount', { body: attendee(), headers }));
      return replies.map(({ status }) => status);
    };

    expect(await statuses('203.0.113.8')).toEqual([201, 201, 429, 429, 429]);
    expect(await statuses('203.0.113.7')).toEqual([201, 201, 201, 201, 429]);
    // Others in the /48 of the venue's network use up theirs, not its.
    for (const subnet of [2, 3, 4, 5]) await statuses(`2001:db8:7:${subnet}::1`);
    expect(await statuses('2001:db8:7:6::1')).toEqual([429, 429, 429, 429, 429]);
    expect(await statuses('2001:db8:7:1::1')).toEqual([201, 201, 201, 201, 429]);
  } finally {
    await venue.stop();
  }
});

test.each([
  ['203.0.113.1', '203.0.113.0/24'],
  ['2001:db8:7:1::/64', '2001:db8:7::/48'],
  ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['unknown', 'unknown'],
])('networkOf: %s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['::ffff:203.0.113.1', '203.0.113.1'],
  ['::ffff:cb00:7101', '203.0.113.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.1:4711', '203.0.113.1'],
  ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['::ffff:203.0.113.1:4711', 'no address'],
  // `ipaddr.js` reads these as IPv4 addresses; a proxy writes four decimal numbers.
  ['4711', 'no address'],
  ['0x7f000001', 'no address'],
  ['203.0.113', 'no address'],
  ['203.0.113.1:99999999', 'no address'],
  ['unknown', 'no address'],
  ['', 'no address'],
])('addressOf: %j counts as %s', (ip, address) => {
  expect(addressOf(ip) ?? 'no address').toBe(address);
});
