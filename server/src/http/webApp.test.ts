import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { refusal, replyOf } from '@companion/testkit/apiClient';
import { makeProcessPlace, type ProcessPlace } from '@companion/testkit/serverProcess';
import { sparePort } from '@companion/testkit/sparePort';
import { makeMigratedPlace } from '@companion/testkit/testDatabase';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../platform/readConfig.ts';
import { type RunningServer, startServer } from '../startServer.ts';

const PUBLIC = join(import.meta.dirname, '../../../web/public');
const SCREEN = '<!doctype html><title>Test page</title><main>Privacy</main>';
const PAGE = '<!doctype html><title>Test page</title><script>let a;</script>';
/** From: printf 'let a;' | openssl dgst -sha256 -binary | base64 */
const SCRIPT_HASH = "'sha256-81WALLbUROF1pWdYjuQYKuIcGgY/+TqVJr8UsV6Tkvo='";

let data: Awaited<ReturnType<typeof makeMigratedPlace>>;
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
  [data, place] = [await makeMigratedPlace(), await makeProcessPlace()];
  const webFolder = join(place.folder, 'web/dist');
  await cp(PUBLIC, webFolder, { recursive: true });
  await writeFile(join(webFolder, 'index.html'), PAGE);
  await writeFile(join(webFolder, 'index.html.gz'), gzipSync(PAGE));
  await writeFile(join(webFolder, 'sw.js'), '');
  await mkdir(join(webFolder, 'screens'));
  await writeFile(join(webFolder, 'screens/welcome.html'), SCREEN);
  // Too wide for an icon, so the app's own are used.
  await writeFile(join(place.eventPack, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 2"/>');
  const config = await configFor();
  server = await startServer(config, { webFolder });
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
  '/registration',
  '/complete-registration',
  '/privacy-policy',
  '/lost-password',
  '/reset-password?token=a.b',
  '/logout',
  '/prevent-survey',
  '/postevent-survey',
  '/dashboard',
  '/polls',
  '/agenda',
  '/sponsors',
  '/profile',
  '/profile/give-us-feedback',
  '/profile/about-us',
  '/profile/edit',
])('webApp: %s is answered with the app’s page, which is revalidated each time', async (path) => {
  const response = await get(path);

  expect(await replyOf(response)).toEqual({ status: 200, body: PAGE });
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  // Compressed by the build; `fetch` accepts and decodes it.
  expect(response.headers.get('content-encoding')).toBe('gzip');
  const etag = response.headers.get('etag') ?? '';
  // Like a browser; `fetch` would add `no-cache`.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(url + path, { headers })).status).toBe(304);
});

test.each([
  '/api/unknown',
  '/api',
  '/api?x',
  '/event/unknown',
  '/event/speakers/unknown.svg',
  '/assets/gone-abc.js',
  '/assets/',
  '/assets',
  '/health/unknown',
  '/wp-login.php',
  '/unknown.png',
  '/agenda/unknown.js',
  '/.env',
])('webApp: %s is not a page: 404 in JSON, also for a browser', async (path) => {
  expect(await replyOf(await get(path))).toEqual(refusal(404, 'Not found.'));
});

test.each([
  { file: 'favicon.ico', type: 'image/vnd.microsoft.icon', start: '00000100' },
  { file: 'apple-touch-icon.png', type: 'image/png', start: '89504e47' },
  { file: 'robots.txt', type: 'text/plain; charset=utf-8', start: '55736572' },
])('webApp: /$file is a file', async ({ file, type, start }) => {
  const response = await get(`/${file}`);
  const bytes = Buffer.from(await response.arrayBuffer());

  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(bytes.subarray(0, 4).toString('hex')).toBe(start);
});

test('webApp: the policy allows inline code by its hash in pages alone, also where the phone has the page', async () => {
  const policyOf = ({ headers }: Response) => headers.get('content-security-policy');
  const page = await get('/login');
  const headers = {
    accept: 'text/html',
    'if-none-match': page.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  };
  const unchanged = await fetch(`${url}/login`, { headers });

  expect(unchanged.status).toBe(304);
  // The worker asks for the file itself; the build compresses it.
  for (const answer of [page, unchanged, await get('/index.html', '*/*'), await get('/screens/welcome.html', '*/*')])
    expect(policyOf(answer)).toContain(`script-src 'self' ${SCRIPT_HASH};`);
  for (const path of [
    '/robots.txt',
    '/sw.js',
    '/event/event.json',
    '/event/about.html',
    '/api/public/content',
    '/gone.js',
  ])
    expect([path, policyOf(await get(path))]).toEqual([path, expect.stringContaining("script-src 'self';")]);
});

test('webApp: the service worker’s script is asked for each time', async () => {
  const { status, headers } = await get('/sw.js', '*/*');

  expect([status, headers.get('content-type')]).toEqual([200, 'application/javascript; charset=utf-8']);
  expect(headers.get('cache-control')).toBe('no-cache');
});

test('manifest: it has the name of the event, the colors of the app, and icons that exist in their sizes', async () => {
  const response = await get('/manifest.webmanifest');
  // Its fields are checked below.
  const manifest = (await response.json()) as {
    background_color: string;
    theme_color: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  const tokens = await readFile(join(PUBLIC, '../src/ui/tokens.css'), 'utf8');

  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(manifest).toMatchObject({ name: 'Test Summit', start_url: '/', display: 'standalone' });
  expect(tokens).toContain(`--paper: ${manifest.background_color};`);
  expect(tokens).toContain(`--river: ${manifest.theme_color};`);
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable']);
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await get(src);
    const png = Buffer.from(await icon.arrayBuffer());
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});

test.each(['/', '/login', '/favicon.ico', '/manifest.webmanifest', '/event/event.json', '/health/live'])(
  'webApp: HEAD %s has the headers of GET and no body',
  async (path) => {
    const [whole, head] = [await get(path), await get(path, 'text/html,*/*', 'HEAD')];

    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag']) {
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
  },
);

test.each([
  '/',
  '/login',
  '/favicon.ico',
  '/manifest.webmanifest',
  '/event/event.json',
  '/health/live',
  '/api/public/content',
])('webApp: %s with an unknown method is a 404 in JSON', async (path) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    expect([method, await replyOf(await get(path, 'text/html', method))]).toEqual([method, refusal(404, 'Not found.')]);
  }
});

test('webApp: an unknown address that is not opened as a page is a 404 in JSON', async () => {
  expect(await replyOf(await get('/login', 'application/json'))).toEqual(refusal(404, 'Not found.'));
  expect(await replyOf(await get('/login', 'text/html', 'POST'))).toEqual(refusal(404, 'Not found.'));
});

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/.env',
  '/assets/../../event.yaml',
])('webApp: %s cannot leave its folder', async (path) => {
  const body = await (await get(path)).text();
  expect(
    [PAGE, '{"message":"Not found."'].some((start) => body.startsWith(start)),
    body,
  ).toBe(true);
});

test('webApp: without a build the server does not start, and the message says what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'companion-no-app-'));
  // A folder of its own, because the other one is in use.
  const own = { ...(await configFor()), dataDir: folder };
  try {
    await expect(startServer(own, { webFolder: folder })).rejects.toThrow(
      /^The web app is not built: .* Run: npm run build$/,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a screen that the build has rendered is answered as such, and the others by the page of the app', async () => {
  for (const path of ['/welcome', '/welcome/', '/welcome?from=mail']) {
    expect(await (await get(path)).text()).toBe(SCREEN);
  }
  for (const path of ['/', '/?from=mail', '/login']) expect(await (await get(path)).text()).toBe(PAGE);
});
