import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TaggedJson } from '../platform/taggedJson.ts';
import { prepareKnown, sendReady, tagAndCompress } from './etagAndCompression.ts';

const LONG = JSON.stringify({ results: Array.from({ length: 200 }, (_, number) => `Item ${number} — “quoted”`) });
const app = Fastify();
let url: string;
let made = 0;
const known = { etag: 'known', content: Buffer.from('one') };
beforeAll(async () => {
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('vary', 'Origin');
    next();
  });
  tagAndCompress(app);
  const json = 'application/json; charset=utf-8';
  app.get('/text', async (_request, reply) => reply.type(json).send(LONG));
  app.get('/short', async () => ({ results: [] }));
  app.get('/secret', async (_request, reply) => reply.type(json).header('cache-control', 'no-store').send(LONG));
  app.get('/picture', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000)));
  app.get('/failure', async (_request, reply) => reply.code(500).type(json).send(LONG));
  app.post('/text', async (_request, reply) => reply.type(json).send(LONG));
  app.get('/known', async (asked, reply) => reply.type('image/png').send(await prepareKnown(asked, reply, known)));
  app.get('/ready', async (asked, reply) => {
    const answer = new TaggedJson(asked.url.replace(/\W/g, '-'), () => {
      made += 1;
      return Buffer.from(LONG);
    });
    return reply.send(await sendReady(asked, reply, answer));
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

/** Reads the raw answer, because `fetch` would decode it. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const asked = request(url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject).end();
  });
}

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  { accepted: 'gzip, deflate, br', encoding: 'br' },
  { accepted: 'gzip, deflate', encoding: 'gzip' },
  { accepted: 'br;q=0.2, gzip', encoding: 'gzip' },
  { accepted: '*', encoding: 'br' },
  { accepted: 'br;q=0, gzip;q=0', encoding: undefined },
  { accepted: 'zstd', encoding: undefined },
  { accepted: '', encoding: undefined },
])(
  'tagAndCompress: a long text for Accept-Encoding "$accepted" is encoded as $encoding',
  async ({ accepted, encoding }) => {
    for (const path of ['/text', '/ready']) {
      const { headers, body } = await get(path, accepted ? { 'accept-encoding': accepted } : {});

      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('Origin, Accept-Encoding');
      expect(Number(headers['content-length'])).toBe(body.length);
      const decoded = encoding ? decoders[encoding]?.(body) : body;
      expect(decoded?.toString()).toBe(LONG);
      expect(body.length < LONG.length / 2).toBe(encoding !== undefined);
    }
  },
);

test('tagAndCompress: short, secret and binary answers, failures and other methods than GET are not encoded', async () => {
  const accepts = { 'accept-encoding': 'br, gzip' };
  const answers = [
    ...(await Promise.all(['/short', '/secret', '/picture', '/failure'].map((path) => get(path, accepts)))),
    await get('/text', accepts, 'POST'),
  ];

  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(Array(5).fill(undefined));
  expect(answers[1]?.body.toString()).toBe(LONG);
});

test.each(['/text', '/ready'])(
  'tagAndCompress: %s has one ETag for all encodings, weak if one is used, and answers it with 304',
  async (path) => {
    const plain = await get(path);
    const packed = await get(path, { 'accept-encoding': 'br' });
    const tag = String(plain.headers.etag);
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(packed.headers.etag).toBe(`W/${tag}`);

    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const unchanged = await get(path, { 'accept-encoding': 'br', 'if-none-match': known });
      expect([unchanged.status, unchanged.body.length, unchanged.headers.etag]).toEqual([304, 0, `W/${tag}`]);
      expect(unchanged.headers['content-encoding']).toBeUndefined();
    }
    for (const unknown of ['"other"', tag.slice(1, -1)]) {
      expect((await get(path, { 'if-none-match': unknown })).status).toBe(200);
    }
  },
);

test('tagAndCompress: HEAD has the headers of GET and no body', async () => {
  const accepts = { 'accept-encoding': 'br' };
  const [whole, head] = [await get('/text', accepts), await get('/text', accepts, 'HEAD')];

  expect(head.body).toHaveLength(0);
  for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary']) {
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  }
});

test('tagAndCompress: a cached answer is built once for each encoding, and not at all for a 304', async () => {
  const path = '/ready?counted';
  const before = made;
  const answers = await Promise.all([1, 2, 3].map(() => get(path, { 'accept-encoding': 'br' })));
  await get(path, { 'if-none-match': String(answers[0]?.headers.etag) });

  expect(answers.map(({ body }) => brotliDecompressSync(body).toString())).toEqual([LONG, LONG, LONG]);
  expect(made - before).toBe(1);
});

test('tagAndCompress: content that has its ETag is not hashed again', async () => {
  const [first, head, unchanged] = [
    await get('/known'),
    await get('/known', {}, 'HEAD'),
    await get('/known', { 'if-none-match': '"known"' }),
  ];

  expect([first.status, first.body.toString(), first.headers.etag]).toEqual([200, 'one', '"known"']);
  expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, '3', '"known"']);
  expect([unchanged.status, unchanged.headers.etag]).toEqual([304, '"known"']);
});
