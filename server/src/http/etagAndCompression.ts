import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { TaggedJson } from '../platform/taggedJson.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Shorter answers fit into one packet uncompressed. */
const MIN_LENGTH = 1024;
/** Longer answers are compressed faster and less, because attendees decide how long their lists become. */
const LONG = 256 * 1024;
const TEXT = /^(text\/|application\/(manifest\+)?json|image\/svg\+xml)/;
/** In the order of preference. */
const ENCODINGS = ['br', 'gzip'];

/** Encoded answers by the content's hash and the encoding, so that equal bytes are compressed only once. */
const encoded = new LRUCache<string, Buffer, Source>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ length }) => length,
  fetchMethod: (_key, _stale, { context: { encoding, content } }) => encode(encoding, content()),
  // An answer that is evicted while it is encoded is still sent.
  ignoreFetchAbort: true,
});

interface Source {
  encoding: string;
  content(): Buffer;
}

/**
 * Sets the ETag of every answer that may be stored, answers 304 to clients that have it, and compresses texts. Answers
 * with `no-store` are not compressed, unless their call uses `sendReady`: the length of an answer with a secret must not
 * depend on its other contents.
 */
export function tagAndCompress(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || payload instanceof Buffer;
    if (!isText || !isReusable(request, reply)) return done(null, payload);
    const content = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const etag = hash('sha256', content, 'base64url');
    prepareKnown(request, reply, { etag, content }).then((body) => done(null, body), done);
  });
}

/**
 * Sets the headers of content that has its own ETag; set its type first.
 * @returns what to send
 */
export async function prepareKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, content }: { etag: string; content: Buffer },
): Promise<Buffer | ''> {
  const encodes = content.length >= MIN_LENGTH && TEXT.test(String(reply.getHeader('content-type')));
  const encoding = encodes ? negotiateEncoding(request, reply) : undefined;
  if (isUnchanged(request, reply, etag, encoding)) return '';
  return encoding ? encodeOnce(etag, { encoding, content: () => content }) : content;
}

/** Sends an answer that has its own ETag, and encodes it only if neither the client nor the cache has it. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: TaggedJson,
): Promise<Buffer | ''> {
  const encoding = negotiateEncoding(request, reply);
  reply.type('application/json; charset=utf-8');
  if (isUnchanged(request, reply, answer.etag, encoding)) return '';
  return encodeOnce(answer.etag, { encoding: encoding ?? 'identity', content: answer.json });
}

const isReusable = ({ method }: FastifyRequest, reply: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  !reply.hasHeader('etag') &&
  !String(reply.getHeader('cache-control')).includes('no-store');

function negotiateEncoding(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding');
  return negotiate(request.headers['accept-encoding'] ?? '', ENCODINGS) ?? undefined;
}

/** Sets the headers of the content and its encoding. @returns whether the client has it already */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string, encoding?: string): boolean {
  // The bytes differ by encoding, so only a weak tag may identify all of them.
  reply.header('etag', encoding ? `W/"${tag}"` : `"${tag}"`);
  const unchanged = names(request.headers['if-none-match'], `"${tag}"`);
  if (unchanged) reply.code(304);
  else if (encoding) reply.header('content-encoding', encoding).removeHeader('content-length');
  return unchanged;
}

/** Whether `If-None-Match` names an answer, by the weak comparison (RFC 9110, 13.1.2). */
function names(header = '', etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || header.trim() === '*';
}

function encodeOnce(tag: string, source: Source): Promise<Buffer> {
  return encoded.forceFetch(`${source.encoding} ${tag}`, { context: source });
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function encode(encoding: string, content: Buffer): Promise<Buffer> {
  const isLong = content.length > LONG;
  if (encoding === 'gzip') return zip(content, { level: isLong ? 1 : 6 });
  if (encoding !== 'br') return content;
  return brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: isLong ? 1 : 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
