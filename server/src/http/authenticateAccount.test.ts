import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Credentials } from '@companion/contract/session';
import { apiClient, refusal, SIGN_IN } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { startTestServer } from '@companion/testkit/testServer';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECOND } from '../platform/time.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const REFUSED = refusal(401, SIGN_IN);
const withToken = (token: string) => t.send('getContent', { token });

test('authenticateAccount: an access token is valid for 10 minutes, then a refresh gives another (decision 031)', async () => {
  const { access_token, refresh_token } = await t.register();

  t.clock.advance(598 * SECOND);
  expect((await withToken(access_token)).status).toBe(200);
  t.clock.advance(2 * SECOND);
  expect(await withToken(access_token)).toEqual(REFUSED);
  const next = await t.ask('refresh', { body: { refresh_token } });
  expect((await withToken(next.access_token)).status).toBe(200);
});

test('authenticateAccount: after its session has ended a token is rejected at once on that node, within 5 s on others (decision 031)', async () => {
  // Only PostgreSQL can have several servers.
  const { config } = t.services;
  const second = config.databaseUrl
    ? await startTestServer({ DATABASE_URL: config.databaseUrl, EVENT_PACK: config.eventPack ?? 'none' })
    : undefined;
  try {
    second?.clock.set(t.clock.now());
    const nodes = [apiClient(t.url), ...(second ? [apiClient(second.url)] : [])];
    const statuses = async ({ access_token }: Credentials) =>
      Promise.all(nodes.map(async (node) => (await node.send('getContent', { token: access_token })).status));
    const expectRefused = async (session: Credentials) => {
      expect((await statuses(session))[0]).toBe(401);
      second?.clock.advance(5 * SECOND);
      expect(await statuses(session)).toEqual(nodes.map(() => 401));
    };
    const signedOut = await t.register();
    const stolen = await t.register();
    const unproved = await t.register();
    for (const session of [signedOut, stolen, unproved]) expect(await statuses(session)).toEqual(nodes.map(() => 200));

    await t.ask('logout', { body: { refresh_token: signedOut.refresh_token } });
    await expectRefused(signedOut);

    let current = stolen;
    for (let i = 0; i < 2; i++) current = await t.ask('refresh', { body: { refresh_token: current.refresh_token } });
    t.clock.advance(40 * SECOND);
    await t.send('refresh', { body: { refresh_token: stolen.refresh_token } });
    await expectRefused(current);

    const { code } = await t.requestSignIn(unproved.profile.phone);
    await t.ask('smsLogin', { body: { phone: unproved.profile.phone, code } });
    await expectRefused(unproved);
  } finally {
    await second?.stop();
  }
});

test('authenticateAccount: only a token of this server, signed with HS256, is accepted (decision 031)', async () => {
  const { access_token, refresh_token } = await t.register();
  const victim = await t.register();
  const [head = '', claims = '', signature = ''] = access_token.split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  const signed = (payload: Record<string, unknown>, key: Uint8Array, alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg }).setExpirationTime('1h').sign(key);
  const forged = [
    'garbage',
    refresh_token,
    `${head}.${claims}.`,
    `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
    `${part({ alg: 'none' })}.${claims}.`,
    `${head}.${part({ ...read(claims), exp: 9_999_999_999 })}.${signature}`,
    `${head}.${part({ ...read(claims), sub: victim.profile.id })}.${signature}`,
    await signed(read(claims), t.services.keys.refresh),
    await signed(read(claims), new Uint8Array(32)),
    await signed(read(claims), t.services.keys.access, 'HS512'),
    // Signed by this server, but for another account's session or an unknown one.
    await signed({ ...read(claims), sub: victim.profile.id }, t.services.keys.access),
    await signed({ ...read(claims), sid: 'unknown' }, t.services.keys.access),
    await signed({ sub: victim.profile.id }, t.services.keys.access),
  ];

  for (const token of forged) expect(await withToken(token), token).toEqual(REFUSED);
  expect((await withToken(access_token)).status).toBe(200);
});

test('authenticateAccount: the token is read only from `Authorization: Bearer` (§7)', async () => {
  const { access_token } = await t.register();
  const status = async (headers: Record<string, string>, query = '') =>
    (await fetch(`${t.url}/api/public/content${query}`, { headers })).status;

  expect(await status({ authorization: `bearer ${access_token}` })).toBe(200);
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    access_token,
    `Basic ${access_token}`,
    `Bearer ${access_token} x`,
  ]) {
    expect(await status({ authorization }), authorization).toBe(401);
  }
  expect(await status({ cookie: `access_token=${access_token}` })).toBe(401);
  expect(await status({}, `?access_token=${access_token}`)).toBe(401);
});

test('authenticateAccount: a 401 names the scheme, and precedes every check of the body (decision 032)', async () => {
  const response = await t.request('createVote', { body: { much: 'x'.repeat(100_000) } });

  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
});

test('authenticateAccount: a write whose body arrives after its session has ended is rejected (decision 031)', async () => {
  const { access_token, refresh_token } = await t.registerProved();
  const body = JSON.stringify({ message: 'Sent after the end.' });
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1');
  const answer = text(socket);
  const head = [
    'POST /api/public/feedback HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${access_token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'connect');
  // Another connection's answer: by then the head has been read.
  expect((await withToken(access_token)).status).toBe(200);

  await t.ask('logout', { body: { refresh_token } });
  socket.write(body);

  expect(await answer).toMatch(/^HTTP\/1.1 401/);
  expect(await t.services.db.selectFrom('feedback').selectAll().execute()).toEqual([]);
});
