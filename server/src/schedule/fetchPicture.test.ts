import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { listenLocally } from '@companion/testkit/listenLocally';
import { selfSignedCertificate } from '@companion/testkit/selfSignedCertificate';
import { grid, session, testImport } from '@companion/testkit/testImport';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PICTURE_LIMIT } from '../event/pictureFile.ts';
import { makeFetchPicture } from './fetchPicture.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);

/** The server's answers by path. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/ada': (response) => response.end(PNG),
  '/bo.png': (response) => response.setHeader('content-type', 'image/gif').end(JPG),
  '/page.png': (response) => response.setHeader('content-type', 'image/png').end('<html><script>1</script></html>'),
  '/drawing.svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
  '/moved': (response) => response.writeHead(302, { location: '/ada' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/plain': (response) => response.writeHead(302, { location: 'http://127.0.0.1/ada' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'https://169.254.169.254/secret' }).end(),
  '/back': (response) => response.writeHead(302, { location: `https://localhost:${port}/ada` }).end(),
  '/large': (response) => response.setHeader('content-length', PICTURE_LIMIT + 1).end(),
  '/unsized': (response) => response.end(Buffer.concat([PNG.subarray(0, 8), Buffer.alloc(1024 * 1024)])),
  '/endless': (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  },
  '/half': (response) => {
    response.setHeader('content-length', PNG.length * 2);
    response.write(PNG, () => response.destroy());
  },
  '/silent': () => undefined,
};
const asked: string[] = [];
const { key, cert } = selfSignedCertificate();
const server = createServer({ key, cert }, (request: IncomingMessage, response: ServerResponse) => {
  asked.push(request.url ?? '');
  const answer = ANSWERS[request.url ?? ''];
  if (answer) answer(response);
  else response.writeHead(404).end();
});
let port = 0;
beforeAll(async () => {
  port = await listenLocally(server);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Fetches from the test's own server, which is not public. */
const fetchHere = makeFetchPicture({ allows: (address) => address === '127.0.0.1', ca: cert });
const at = (path: string) => `https://127.0.0.1:${port}${path}`;

test.each([
  ['/ada', 'png', PNG],
  ['/bo.png', 'jpg', JPG],
  ['/moved', 'png', PNG],
])('fetchPicture: %s is a picture, detected by its content: %s', async (path, ending, bytes) => {
  expect(await fetchHere(at(path))).toEqual({ ending, bytes });
});

test.each([
  ['/page.png', 'is not a png, jpg or webp picture'],
  ['/drawing.svg', 'is not a png, jpg or webp picture'],
  ['/nothing', 'cannot be fetched: the server answered 404'],
  ['/circle', 'is redirected more than 3 times'],
  ['/plain', 'is redirected to http://127.0.0.1/ada, which is not https'],
  ['/inside', 'is not fetched: 169.254.169.254 is not an address on the public internet'],
  ['/large', 'is larger than 10 MB'],
  ['/unsized', 'is larger than 1 MB and cannot be resized: attendees load it on venue Wi-Fi'],
  ['/endless', 'is larger than 10 MB'],
  ['/half', 'cannot be fetched: its server cut the connection'],
])('fetchPicture: %s is not a picture: it %s', async (path, error) => {
  expect(await fetchHere(at(path))).toEqual({ error });
});

test('fetchPicture: a server that does not answer is given up after the timeout', async () => {
  const fetchSoon = makeFetchPicture({ allows: () => true, ca: cert, timeoutMs: 300 });

  expect(await fetchSoon(at('/silent'))).toEqual({ error: 'has not arrived within 0.3 s' });
});

test.each([
  ['http://pictures.example/a.png', 'is not an https address'],
  ['ftp://pictures.example/a.png', 'is not an https address'],
  ['data:image/png;base64,AA', 'is not an https address'],
  ['https://', 'is not an address'],
  ['https://127.0.0.1/a', 'is not fetched: 127.0.0.1 is not an address on the public internet'],
  ['https://2130706433/a', 'is not fetched: 127.0.0.1 is not an address on the public internet'],
  ['https://[::1]/a', 'is not fetched: ::1 is not an address on the public internet'],
  ['https://[::ffff:10.0.0.1]/a', 'is not fetched: ::ffff:a00:1 is not an address on the public internet'],
])('fetchPicture: %s is not fetched: it %s', async (address, error) => {
  expect(await makeFetchPicture()(address)).toEqual({ error });
});

test('fetchPicture: a host name that resolves to an address of this machine is not fetched, directly or by a redirect', async () => {
  const before = asked.length;

  expect(await makeFetchPicture({ ca: cert })(`https://localhost:${port}/ada`)).toEqual({
    error: expect.stringMatching(
      /^is not fetched: localhost \((?:127\.0\.0\.1|::1)\) is not an address on the public internet$/,
    ),
  });
  expect(asked.slice(before)).toEqual([]);
  // The first lookup of the IP address is allowed, as if it were public.
  const known = new Set(['127.0.0.1']);
  const once = makeFetchPicture({ allows: (address) => known.delete(address), ca: cert });
  expect(await once(at('/back'))).toEqual({ error: expect.stringMatching(/^is not fetched: localhost /) });
  expect(asked.slice(before)).toEqual(['/back']);
});

test('fetchPicture: nothing is requested from a server whose certificate is not trusted', async () => {
  const before = asked.length;

  expect(await makeFetchPicture({ allows: () => true })(at('/ada'))).toEqual({
    error: 'cannot be fetched: the certificate of its server is self-signed',
  });
  expect(asked.slice(before)).toEqual([]);
});

test('fetchPicture: --fetch-pictures adds complete pictures to the pack; without it they are reported', async () => {
  const { write, run, read, files, remove } = await testImport(fetchHere);
  onTestFinished(remove);
  const speaker = (id: string, path: string) => ({ id, fullName: `Speaker ${id}`, profilePicture: at(path) });
  await write({
    'grid.json': grid({ '2026-11-20': { Hall: [session(1, '09:00', '10:00')] } }),
    'speakers.json': [speaker('a', '/ada'), speaker('b', '/half'), speaker('c', '/page.png'), speaker('d', '/ada')],
  });
  const pictures = async () => Object.keys(await files()).filter((file) => file.startsWith('speakers/'));
  const pictureLines = (lines: string[]) => lines.filter((line) => /the picture|^"Speaker/.test(line));

  const plain = await run(['grid.json', 'speakers.json']);
  expect(pictureLines(plain.lines)).toEqual([
    'warning    4 rows: the picture is on the web: --fetch-pictures fetches it',
    ...['a /ada', 'b /half', 'c /page.png', 'd /ada'].map((each) => {
      const [id = '', path = ''] = each.split(' ');
      return `"Speaker ${id}" (${at(path)})`;
    }),
  ]);
  expect(await pictures()).toEqual([]);

  const before = asked.length;
  const fetched = await run(['grid.json', 'speakers.json'], ['--fetch-pictures']);
  expect([fetched.code, pictureLines(fetched.lines)]).toEqual([
    0,
    [
      `warning    "Speaker b" (${at('/half')}): the picture cannot be fetched: its server cut the connection`,
      `warning    "Speaker c" (${at('/page.png')}): the picture is not a png, jpg or webp picture`,
    ],
  ]);
  expect(asked.slice(before).sort()).toEqual(['/ada', '/half', '/page.png']);
  expect(await pictures()).toEqual(['speakers/sessionize-speaker-a.png', 'speakers/sessionize-speaker-d.png']);
  expect((await read()).content.flatMap(({ slug }) => slug ?? [])).toHaveLength(2);

  const again = await run(['grid.json', 'speakers.json'], ['--fetch-pictures']);
  expect(again.lines.at(-1)).toMatch(/nothing was written\.$/);
  // Pictures that the pack has are not reported again.
  expect(pictureLines((await run(['grid.json', 'speakers.json'])).lines)).toHaveLength(2);
});
