import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { changesDuring } from '@companion/testkit/databaseChanges';
import { type ServerTest, startServerTest } from '@companion/testkit/serverTest';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** More than the buffers of a connection hold. */
const BODY = 16_000_000;

let t: ServerTest;
beforeAll(async () => {
  t = await startServerTest();
});
afterAll(() => t.stop());

const NOT_FOUND = refusal(404, 'Not found.');
const fetched = async (path: string, init?: RequestInit) => replyOf(await fetch(`${t.url}${path}`, init));

test.each([
  '/api',
  '/api/',
  '/api/unknown',
  '/api/public',
  '/api/public/contents',
  '/api/../api/x',
  '/api/public/login/x',
])('errors: the unknown address %s is a 404 in JSON, also for a browser (decision 032)', async (path) => {
  expect(await fetched(path)).toEqual(NOT_FOUND);
  expect(await fetched(path, { headers: { accept: 'text/html,*/*' } })).toEqual(NOT_FOUND);
  expect(await fetched(path, { method: 'POST' })).toEqual(NOT_FOUND);
});

test.each([
  { what: 'no HTTP', sent: 'HELLO\r\n\r\n', status: 400 },
  { what: 'an unknown method', sent: 'FOO / HTTP/1.1\r\nhost: x\r\n\r\n', status: 400 },
  { what: 'too long a header', sent: `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, status: 431 },
])('errors: $what is a $status with the fields of all failures', async ({ sent, status }) => {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  let answer = '';
  for await (const chunk of socket) answer += chunk;

  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect({ status: Number(head.split(' ')[1]), body: JSON.parse(body) }).toEqual(
    refusal(status, 'The request was not understood.'),
  );
});

const JSON_POST = 'POST /api/public/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

test.each([
  { what: 'an unknown method', head: `PURGEX / HTTP/1.1\r\nhost: x\r\ncontent-length: ${BODY}\r\n\r\n` },
  { what: 'too long a body', head: `${JSON_POST}content-length: ${BODY}\r\n\r\n` },
])('the rest of a request with $what is read after the answer: the connection is not reset', async ({ head }) => {
  const { hostname, port } = new URL(t.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.write(head);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('"traceId"');

  await new Promise<void>((resolve, reject) => {
    socket.write('x'.repeat(BODY), (error) => (error ? reject(error) : resolve()));
  });
  socket.end();
  const [hadError] = await once(socket.resume(), 'close');
  expect(hadError).toBe(false);
});

test.each(['DELETE', 'PATCH', 'PUT'])(
  'errors: %s on an address without this method is a 404 (decision 032)',
  async (method) => {
    const changes = await changesDuring(t, async () =>
      expect(await fetched('/api/public/login', { method })).toEqual(NOT_FOUND),
    );

    expect(changes).toEqual({});
  },
);

/** Sends a path unchanged; fetch would normalize it. */
const raw = (path: string) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const { hostname, port } = new URL(t.url);
    const sent = request({ hostname, port, path, agent: false }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sent.on('error', reject).end();
  });

test.each(['/api/public/accounts/%E0%A4%A', '/api/%', '/%c0%af', '/api/public/questions/%ff/%ff'])(
  'errors: the address %s, which cannot be decoded, is a 400 in JSON (decision 032)',
  async (path) => {
    expect(await raw(path)).toEqual(refusal(400, 'The request was not understood.'));
  },
);

test('errors: an unexpected failure is a 500 that reveals only its traceId (decision 032)', async () => {
  const broken = await startServerTest({ LOG_LEVEL: 'silent' });
  try {
    const { access_token: token } = await broken.register();
    await broken.services.db.schema.dropTable('votes').execute();

    expect(await broken.send('getContent', { token })).toEqual(
      refusal(500, 'Something went wrong on our side. Please try again.'),
    );
  } finally {
    await broken.stop();
  }
});

test('errors: every answer has a traceId of its own, which a header of the request cannot set (decision 032)', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { body } = await fetched('/api/unknown', { headers: { 'request-id': 'chosen', 'x-request-id': 'chosen' } });
    // The first test of this file has checked its fields.
    ids.push((body as { traceId: string }).traceId);
  }

  expect(new Set(ids).size).toBe(3);
  expect(ids).not.toContain('chosen');
});

test('errors: failures are not cached (decision 032)', async () => {
  expect((await fetch(`${t.url}/api/unknown`)).headers.get('cache-control')).toBe('no-store');
  expect((await t.request('getContent')).headers.get('cache-control')).toBe('no-store');
});
