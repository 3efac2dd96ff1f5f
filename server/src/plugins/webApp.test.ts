import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusal, replyOf } from '../../../testkit/src/apiClient.ts';
import { makeProcessPlace, type ProcessPlace } from '../../../testkit/src/serverProcess.ts';
import { sparePort } from '../../../testkit/src/sparePort.ts';
import { readConfig } from '../config.ts';
import { makePlace } from '../db/testDatabase.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const PAGE = '<!doctype html><title>Test page</title>';

let data: Awaited<ReturnType<typeof makePlace>>;
let place: ProcessPlace;
let server: RunningServer;
let url = '';
const configFor = async () => {
  const port = String(await sparePort());
  return readConfig({
    ...{ PORT: port, HOST: '127.0.0.1', DATA_DIR: data.where.folder, EVENT_PACK: place.eventPack, LOG_LEVEL: 'error' },
    ...{ TOKEN_SECRET: 'a secret of these tests, long enough', DATABASE_URL: data.where.url },
  });
};
beforeAll(async () => {
  [data, place] = [await makePlace(), await makeProcessPlace()];
  const config = await configFor();
  server = await startServer(config, { webFolder: join(place.folder, 'web/dist') });
  url = `http://127.0.0.1:${config.port}`;
});
afterAll(async () => {
  await server.stop();
  await place.remove();
  await data.remove();
});

const get = (path: string, accept = 'text/html,*/*', method = 'GET') =>
  fetch(`${url}${path}`, { method, headers: { accept } });

test.each([
  '/',
  '/login',
  '/agenda/speakers',
  '/polls/pre-event/pre-yes',
  '/agenda/agenda/a.b',
  '/?t=token',
  '/registration?phone=1',
  '/apiary',
  '/eventful',
])('%s is the app’s own to answer: its page, asked for anew each time', async (path) => {
  const response = await get(path);

  expect(await replyOf(response)).toEqual({ status: 200, body: PAGE });
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

test.each([
  '/api/unknown',
  '/api',
  '/api?x',
  '/event/unknown',
  '/event/speakers/unknown.svg',
  '/assets/gone-abc.js',
  '/health/unknown',
])('%s is no page: 404 in JSON, to a browser as well', async (path) => {
  expect(await replyOf(await get(path))).toEqual(refusal(404, 'Not found.'));
});

test('what is not a person opening a page is a 404 in JSON', async () => {
  expect(await replyOf(await get('/login', 'application/json'))).toEqual(refusal(404, 'Not found.'));
  expect(await replyOf(await get('/login', 'text/html', 'POST'))).toEqual(refusal(404, 'Not found.'));
});

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.env',
  '/assets/../../event.yaml',
])('%s leads out of no folder', async (path) => {
  const body = await (await get(path)).text();
  expect(
    [PAGE, '{"message":"Not found."'].some((start) => body.startsWith(start)),
    body,
  ).toBe(true);
});

test('without the built app the server does not start, and says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'companion-no-app-'));
  // Of its own, or the folder would be in use.
  const own = { ...(await configFor()), dataDir: folder };
  try {
    await expect(startServer(own, { webFolder: folder })).rejects.toThrow(
      /^The web app is not built: .* Run: npm run build$/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
