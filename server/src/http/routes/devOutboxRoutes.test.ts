import { refusal, replyOf } from '@companion/testkit/apiClient';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '../../messages/outbox.ts';
import { deriveKeys } from '../../platform/deriveKeys.ts';
import type { Config } from '../../platform/readConfig.ts';
import { MINUTE } from '../../platform/time.ts';
import { buildApp } from '../buildApp.ts';

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const NASTY = `<script>alert("x")</script> & 'quotes' http://example.com/?a=1&b="><img src=x>`;

test('dev outbox: GET /api/dev/outbox lists the messages, newest first, with exactly their fields (decision 033)', async () => {
  const expiresAt = t.clock.now() + MINUTE;
  await enqueue(t.services.db, t.services, {
    kind: 'sms',
    recipient: '+12025550143',
    subject: null,
    text: 'old',
    expiresAt,
  });
  t.clock.advance(1000);
  const mail = { kind: 'mail' as const, recipient: 'a@example.com', subject: '<b>Subject</b>', text: NASTY, expiresAt };
  await enqueue(t.services.db, t.services, mail);

  const response = await fetch(`${t.url}/api/dev/outbox`);

  expect(response.headers.get('cache-control')).toBe('no-store');
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(await replyOf(response)).toEqual({
    status: 200,
    body: {
      results: [
        { id, kind: 'mail', to: 'a@example.com', subject: '<b>Subject</b>', text: NASTY, createdAt },
        { id, kind: 'sms', to: '+12025550143', text: 'old', createdAt },
      ],
    },
  });
});

test('dev outbox: a message that was written with another TOKEN_SECRET hides no other', async () => {
  const id = await enqueue(
    t.services.db,
    { ...t.services, keys: deriveKeys('the secret of the server before, long enough') },
    { kind: 'sms', recipient: '+12025550144', subject: null, text: 'lost', expiresAt: t.clock.now() + MINUTE },
  );

  const { body } = await replyOf(await fetch(`${t.url}/api/dev/outbox`));
  await t.services.db.deleteFrom('outbox').where('id', '=', id).execute();

  const lost = { id, text: 'This message was written with another TOKEN_SECRET.' };
  expect(body).toEqual({
    results: expect.arrayContaining([expect.objectContaining(lost), expect.objectContaining({ text: NASTY })]),
  });
});

test('dev outbox: /outbox shows them as a page with markup escaped (decision 033)', async () => {
  const response = await fetch(`${t.url}/outbox`);
  const page = await response.text();

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(page).toContain('E-mail to a@example.com');
  expect(page).toContain('&lt;b&gt;Subject&lt;/b&gt;');
  expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;quotes&#39;');
  expect(page).not.toMatch(/<script|<img|<b>Subject<\/b> <|href="[^"]*[<>]/);
  // Only the app's own addresses are links.
  expect(page).not.toContain('<a ');
});

test('dev outbox: the page says when it is empty, and links to a sign-in (decision 033)', async () => {
  const fresh = await startServerTest();
  try {
    expect(await (await fetch(`${fresh.url}/outbox`)).text()).toContain('Nothing has been sent yet.');

    const { profile } = await fresh.register();
    const { linkToken } = await fresh.requestSignIn(profile.phone);
    expect(await (await fetch(`${fresh.url}/outbox`)).text()).toContain(`<a href="${fresh.url}/?t=${linkToken}">`);
  } finally {
    await fresh.stop();
  }
});

test.each([
  ['a neighbour in the same network', '192.168.1.7', {}, 404],
  ['a neighbour over IPv6', 'fe80::7', {}, 404],
  ['a program on this machine', '127.0.0.1', {}, 200],
  ['a program on this machine, over IPv6', '::1', {}, 200],
  ['a client of a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
])(
  'dev outbox: without DEV_OUTBOX only this machine reads it, not through a proxy: %s (decision 033)',
  async (_who, remoteAddress, headers, status) => {
    for (const trustProxy of [false, true]) {
      const statuses = await statusesFor({ ...t.services.config, trustProxy }, remoteAddress, headers);
      expect(statuses).toEqual([status, status]);
    }
    // As in a container, where every request comes from another address.
    expect(await statusesFor({ ...t.services.config, devOutboxToAll: true }, remoteAddress, headers)).toEqual([
      200, 200,
    ]);
  },
);

test.each([
  ['localhost', 200],
  ['localhost:3000', 200],
  ['app.localhost:3000', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['192.168.1.7:3000', 200],
  ['summit.test:3000', 200],
  ['SUMMIT.TEST', 200],
  ['rebound.example', 404],
  ['localhost.rebound.example:3000', 404],
  ['127.0.0.1.rebound.example', 404],
  ['summit.test.rebound.example', 404],
])(
  'dev outbox: a page of a stranger whose name leads to this machine does not read it: Host %j is %i (decision 033)',
  async (host, status) => {
    for (const devOutboxToAll of [false, true]) {
      const config = { ...t.services.config, appUrl: 'http://summit.test:3000', devOutboxToAll, trustProxy: true };
      // A page may send the headers of a proxy.
      const headers = { host, 'x-forwarded-host': 'localhost' };
      expect(await statusesFor(config, '127.0.0.1', headers)).toEqual([status, status]);
    }
  },
);

async function statusesFor(config: Config, remoteAddress: string, headers: Record<string, string>): Promise<number[]> {
  const { app } = await buildApp({ ...t.services, config }, { logger: false, isDraining: () => false });
  try {
    const get = (url: string) => app.inject({ url, remoteAddress, headers });
    return [(await get('/outbox')).statusCode, (await get('/api/dev/outbox')).statusCode];
  } finally {
    await app.close();
  }
}

test.each([
  ['NODE_ENV=production', { NODE_ENV: 'production' }],
  ['APP_URL at a public address', { APP_URL: 'https://summit.example.com' }],
  ['a provider', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'summit@example.com' }],
])('dev outbox: with %s neither address exists (decision 033)', async (_what, env) => {
  const production = await startServerTest({ ...env, LOG_LEVEL: 'silent' });
  try {
    const { config, db } = production.services;
    // As if written before the settings changed.
    const before = { ...production.services, config: { ...config, devOutbox: true } };
    const expiresAt = production.clock.now() + MINUTE;
    await enqueue(db, before, { kind: 'sms', recipient: '+12025550143', subject: null, text: 'a secret', expiresAt });
    const get = async (path: string) =>
      replyOf(await fetch(`${production.url}${path}`, { headers: { accept: 'text/html' } }));

    for (const path of ['/api/dev/outbox', '/outbox']) expect(await get(path)).toEqual(refusal(404, 'Not found.'));
  } finally {
    await production.stop();
  }
});
