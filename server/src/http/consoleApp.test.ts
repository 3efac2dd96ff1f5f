import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleApp, webApp } from './builtApps.ts';
import { answerErrors } from './sendFailures.ts';

const CONSOLE = '<!doctype html><title>Test console</title>';
const WEB = '<!doctype html><title>Test page</title>';

let folder: string;
let app: FastifyInstance;
let url = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'companion-console-'));
  await mkdir(join(folder, 'console/assets'), { recursive: true });
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/index.html'), WEB);
  await writeFile(join(folder, 'console/index.html'), CONSOLE);
  await writeFile(join(folder, 'console/index.html.gz'), gzipSync(CONSOLE));
  await writeFile(join(folder, 'console/assets/index-abc.js'), 'void 0;');
  app = Fastify({ genReqId: () => randomUUID() });
  answerErrors(app);
  await consoleApp(app, join(folder, 'console'));
  await webApp(app, join(folder, 'web'), {
    ...{ removeAppWorker: false, appUrl: 'https://summit.example.com', allowedOrigins: [] },
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, accept = 'text/html,*/*', method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { accept } });

test.each(['/console', '/console/', '/console/polls/pre-event/a.b', '/console/stage?x=1', '/console/unknown'])(
  'console: %s is answered with its page, which is revalidated each time',
  async (path) => {
    const response = await get(path);

    expect(await replyOf(response)).toEqual({ status: 200, body: CONSOLE });
    expect(response.headers.get('cache-control')).toBe('no-cache');
    // Compressed by the build; `fetch` accepts and decodes it.
    expect(response.headers.get('content-encoding')).toBe('gzip');
  },
);

test('console: files named by their content never change, and a missing one is a 404', async () => {
  const file = await get('/console/assets/index-abc.js');

  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(await replyOf(await get('/console/assets/gone-abc.js'))).toEqual(refusal(404, 'Not found.'));
});

test('console: its policy runs no inline code and turns no text into HTML, on every answer', async () => {
  for (const path of ['/console', '/console/polls', '/console/assets/index-abc.js', '/console/assets/gone.js']) {
    expect((await get(path)).headers.get('content-security-policy'), path).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';" +
        "connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none';" +
        "require-trusted-types-for 'script';trusted-types 'none'",
    );
  }
});

test.each(['POST', 'PUT', 'DELETE'])('console: %s is a 404 in JSON', async (method) => {
  expect(await replyOf(await get('/console', 'text/html', method))).toEqual(refusal(404, 'Not found.'));
});

test('console: the attendee app does not answer for it, nor it for the attendee app', async () => {
  expect(await (await get('/login')).text()).toBe(WEB);
  expect(await (await get('/consoles')).text()).toBe(WEB);
  expect(await replyOf(await get('/console/polls', 'application/json'))).toEqual(refusal(404, 'Not found.'));
});

test('console: without a build the server does not start, and the message says what to do', async () => {
  await expect(consoleApp(Fastify(), join(folder, 'none'))).rejects.toThrow(
    /^The console is not built: .* Run: npm run build$/,
  );
});
