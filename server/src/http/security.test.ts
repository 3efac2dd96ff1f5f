import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ELSEWHERE = 'https://app.example.com';
const FOREIGN = 'https://evil.example';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest({ ALLOWED_ORIGINS: `${ELSEWHERE}, https://other.example.com/path` });
});
afterAll(() => t.stop());

/** The access-control headers of a response. */
const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${t.url}${path}`, { headers });
const preflight = (origin: string, asked = 'authorization,content-type,idempotency-key') =>
  fetch(`${t.url}/api/public/accounts/1`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': asked,
    },
  });

test.each([
  '/',
  '/api/unknown',
  '/api/public/content',
  '/api/openapi.json',
  '/event/event.json',
  '/health/live',
  '/outbox',
])('security: %s has the headers that isolate the app (decision 033)', async (path) => {
  const { headers } = await get(path, { accept: 'text/html' });

  const policy = headers.get('content-security-policy');
  // A page of the app names its inline code, whose hashes depend on the build.
  expect(path === '/' ? policy?.replaceAll(/ 'sha256-[\w+/=]+'/g, '') : policy).toBe(
    "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  // A sign-in link must not travel in a Referer header.
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
});

test('security: only APP_URL and ALLOWED_ORIGINS get access-control headers (decision 033)', async () => {
  for (const origin of [t.url, ELSEWHERE, 'https://other.example.com']) {
    expect(corsOf(await get('/api/public/content', { origin }))).toEqual({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'ETag, Retry-After, Date',
    });
  }
  for (const origin of [
    FOREIGN,
    'null',
    `${ELSEWHERE}.evil.example`,
    'http://app.example.com',
    ELSEWHERE.toUpperCase(),
  ]) {
    expect(corsOf(await get('/api/public/content', { origin })), origin).toEqual({});
  }
  expect(corsOf(await get('/api/public/content'))).toEqual({});
});

test('security: a preflight is answered only for those origins (decision 033)', async () => {
  const allowed = await preflight(ELSEWHERE);
  expect(allowed.status).toBe(204);
  expect(corsOf(allowed)).toMatchObject({
    'access-control-allow-origin': ELSEWHERE,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, If-None-Match',
  });

  expect(corsOf(await preflight(FOREIGN))).toEqual({});
});

test('security: a preflight that asks for a long header gets a short answer, which fits the buffer of a proxy', async () => {
  const { status, headers } = await preflight(ELSEWHERE, 'x'.repeat(7000));

  expect(status).toBe(204);
  expect([...headers].flat().join('').length).toBeLessThan(2000);
});

test('security: answers that differ by origin have Vary: Origin', async () => {
  expect((await get('/api/public/content', { origin: ELSEWHERE })).headers.get('vary')).toMatch(/\bOrigin\b/i);
  expect((await get('/api/public/content', { origin: FOREIGN })).headers.get('vary')).toMatch(/\bOrigin\b/i);
});

test('security: answers with credentials are no-store (decision 032)', async () => {
  const { profile, refresh_token } = await t.register();
  const { code, linkToken } = await t.requestSignIn(profile.phone);
  const calls = [
    ['refresh', { refresh_token }],
    ['autologin', { token: linkToken }],
    ['smsLogin', { phone: profile.phone, code }],
    ['login', { phone: profile.phone }],
    ['logout', { refresh_token }],
  ] as const;

  for (const [name, body] of calls) {
    const response = await t.request(name, { body });
    expect([name, response.status, response.headers.get('cache-control')]).toEqual([name, 200, 'no-store']);
  }
});

test('security: on https answers have Strict-Transport-Security (decision 033)', async () => {
  const secure = await startServerTest({ APP_URL: 'https://summit.example.com' });
  try {
    const { headers } = await fetch(`${secure.url}/health/live`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
    expect(headers.get('content-security-policy')).toMatch(/;upgrade-insecure-requests$/);
  } finally {
    await secure.stop();
  }
  expect((await get('/health/live')).headers.get('strict-transport-security')).toBeNull();
});
