import type { IncomingMessage } from 'node:http';
import { Agent } from 'node:https';
import { readRetryAfter } from '@companion/contract/retryAfter';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from '../platform/guardedLookup.ts';
import { guardedRequest } from '../platform/guardedRequest.ts';
import { findPushHost, type PushHost } from '../platform/readPushHosts.ts';
import { DAY } from '../platform/time.ts';

/**
 * What became of a message: taken; the browser is `gone`; the service refuses it for good; or it may take it `later`.
 */
export type PushOutcome = { is: 'taken' | 'gone' | 'refused' } | { is: 'later'; afterMs: number };

export interface PushRequest {
  endpoint: string;
  body: Buffer;
  authorization: string;
  /** How long the service keeps it for a phone that it does not reach, in seconds. */
  ttl: number;
  /** A later message of the same topic replaces this one while it waits. */
  topic: string;
  urgency: 'normal' | 'high';
}

export interface PostOptions {
  /** The certificates that are trusted, in place of those of the system. */
  ca?: string | undefined;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** For so long nothing is sent to a service that did not answer: its messages would hold up those to others. */
const AWAY_MS = 10_000;
/** Anyone can name any number of hosts below an allowed one. */
const MAX_AWAY = 1000;
/** Connections to one push service: 10,000 messages are with it within a minute, at 200 ms each. */
const SOCKETS = 40;
/** What an answer may have as its body, so that its connection is used again. It is not looked at. */
const MAX_IGNORED_BYTES = 4096;

/** Hands messages to push services, over connections that stay open. Nothing that they answer is followed or read. */
export class PushPoster {
  readonly #hosts: readonly PushHost[];
  readonly #options: PostOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  /** The hosts of services that did not answer, as long as they are left alone. */
  readonly #away = new LRUCache<string, true>({ max: MAX_AWAY, ttl: AWAY_MS });

  constructor(hosts: readonly PushHost[], options: PostOptions = {}) {
    this.#hosts = hosts;
    this.#options = options;
  }

  /** @param now for a date in Retry-After */
  async post(sent: PushRequest, now: number): Promise<PushOutcome> {
    // Checked again: the setting may have changed since the device was saved.
    const host = findPushHost(this.#hosts, sent.endpoint);
    if (!host) return { is: 'gone' };
    const { host: service } = new URL(sent.endpoint);
    const away = this.#away.getRemainingTTL(service);
    if (away > 0) return { is: 'later', afterMs: away };
    try {
      return outcomeOf(await this.#send(sent, host), now);
    } catch (error) {
      const isSilent = error instanceof Error && error.name === 'AbortError';
      if (isSilent) this.#away.set(service, true);
      return { is: 'later', afterMs: 0 };
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    { endpoint, body, authorization, ttl, topic, urgency }: PushRequest,
    host: PushHost,
  ): Promise<IncomingMessage> {
    const { ca, timeoutMs = TIMEOUT_MS } = this.#options;
    const answer = await guardedRequest(
      new URL(endpoint),
      {
        ...{ method: 'POST', agent: this.#agent, ca, signal: AbortSignal.timeout(timeoutMs) },
        // The operator's own may be in an internal network.
        allows: host.port === undefined ? isPublicAddress : () => true,
        headers: {
          ...{ authorization, ttl, topic, urgency, 'content-encoding': 'aes128gcm' },
          ...{ 'content-type': 'application/octet-stream', 'content-length': body.length },
        },
      },
      body,
    );
    ignoreBody(answer);
    return answer;
  }
}

function ignoreBody(answer: IncomingMessage): void {
  let size = 0;
  answer.on('data', (part: Buffer) => {
    size += part.length;
    if (size > MAX_IGNORED_BYTES) answer.destroy();
  });
  answer.on('error', () => {});
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage, now: number): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { is: 'taken' };
  if (statusCode === 404 || statusCode === 410) return { is: 'gone' };
  // Also where the browser has subscribed with another key, because TOKEN_SECRET has changed: the app will subscribe
  // anew.
  if (statusCode !== 429 && statusCode < 500) return { is: 'refused' };
  return { is: 'later', afterMs: Math.min(readRetryAfter(headers['retry-after'], now) ?? 0, DAY) };
}
