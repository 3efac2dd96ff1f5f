import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { PushPayload } from '@companion/contract/push';
import { decryptPush, type PushReceiver, verifyVapid } from './decryptPush.ts';
import { selfSignedCertificate } from './selfSignedCertificate.ts';
import { type UpAndDown, upAndDown } from './upAndDown.ts';

/** What a browser gives the app when it subscribes. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A message that a browser would have shown. */
export interface Pushed {
  endpoint: string;
  payload: PushPayload;
  topic: string;
  urgency: string;
  ttl: number;
}

/**
 * A status, with `retryAfter` in seconds or `location`; or `hang`, which keeps the connection open without an answer.
 */
export type PushAnswer = { status: number; retryAfter?: number; location?: string } | 'hang';

export interface PushPeer extends UpAndDown {
  /** The settings of a server that uses this peer; and the certificate to trust. */
  settings: { PUSH_HOSTS: string };
  ca: string;
  /** Subscribes a browser, for which this peer decrypts. */
  subscribe(): Subscription;
  /** The accepted messages, oldest first. */
  taken: Pushed[];
  /** Every valid request, refused and unanswered ones included, oldest first. */
  asked: Pushed[];
  /** What is wrong with requests, in words. */
  faults: string[];
  /** Sets the answer to later requests. Default: 201. */
  answer(how: PushAnswer | ((message: Pushed) => PushAnswer | Promise<PushAnswer>)): void;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * A push service on 127.0.0.1 that checks requests as RFC 8030, 8291 and 8292 say, and decrypts them with the keys of
 * the browser.
 * @param now the clock of the server that pushes
 */
export async function startPushPeer(now: () => number = Date.now): Promise<PushPeer> {
  const { key, cert } = selfSignedCertificate();
  const receivers = new Map<string, PushReceiver>();
  const [taken, asked, faults]: [Pushed[], Pushed[], string[]] = [[], [], []];
  let rule: (message: Pushed) => PushAnswer | Promise<PushAnswer> = () => ({ status: 201 });
  const server = createServer({ key, cert }, (request, response) => {
    receive(request, response).catch((error: unknown) => {
      faults.push(String(error));
      response.writeHead(400).end();
    });
  });
  const { port, ...peer } = await upAndDown(server);
  const origin = `https://127.0.0.1:${port}`;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const endpoint = `${origin}${request.url}`;
    const body = await readBytes(request);
    const receiver = receivers.get(endpoint);
    if (!receiver) throw new Error(`There is no subscription ${request.url}.`);
    checkRequest(request, body, { origin, now: now() });
    const { topic, urgency, ttl } = request.headers;
    // The app writes it; a test compares it.
    const payload = JSON.parse(decryptPush(receiver, body)) as PushPayload;
    const message = { endpoint, payload, topic: String(topic), urgency: String(urgency), ttl: Number(ttl) };
    asked.push(message);
    const how = await rule(message);
    if (how === 'hang') return;
    if (how.retryAfter !== undefined) response.setHeader('retry-after', how.retryAfter);
    if (how.location !== undefined) response.setHeader('location', how.location);
    if (how.status === 201) taken.push(message);
    response.writeHead(how.status).end(how.status === 201 ? '' : 'A body that nobody reads.');
  }

  return {
    ...{ port, ...peer, taken, asked, faults, ca: cert, settings: { PUSH_HOSTS: `127.0.0.1:${port}` } },
    subscribe: () => {
      const pair = createECDH('prime256v1');
      const p256dh = pair.generateKeys().toString('base64url');
      const auth = randomBytes(16).toString('base64url');
      const endpoint = `${origin}/push/${randomUUID()}`;
      receivers.set(endpoint, { privateKey: pair.getPrivateKey().toString('base64url'), auth });
      return { endpoint, p256dh, auth };
    },
    answer: (how) => {
      rule = typeof how === 'function' ? how : () => how;
    },
  };
}

/** @throws Error that says what a push service would refuse */
function checkRequest(
  { method, headers }: IncomingMessage,
  body: Buffer,
  { origin, now }: { origin: string; now: number },
): void {
  if (method !== 'POST') throw new Error(`${method} is no way to push.`);
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The message is not encrypted.');
  if (!/^\d+$/.test(String(headers.ttl))) throw new Error('There is no TTL.');
  if (!/^[\w-]{1,32}$/.test(String(headers.topic))) throw new Error('The topic is none.');
  if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency))) throw new Error('The urgency is none.');
  if (body.length > 4096) throw new Error('The message is too large.');
  const { claims } = verifyVapid(String(headers.authorization));
  if (claims.aud !== origin) throw new Error(`The token is for ${claims.aud}.`);
  const left = claims.exp - now / 1000;
  if (left <= 0 || left > DAY_SECONDS) throw new Error(`The token ends in ${left} s.`);
  if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error(`${claims.sub} is no one to write to.`);
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  // No encoding is set, so the chunks are buffers.
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
