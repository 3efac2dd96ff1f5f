import { setTimeout as delay } from 'node:timers/promises';
import type { PushPayload } from '@companion/contract/push';
import type { FastifyBaseLogger } from 'fastify';
import { getEvent } from '../event/eventQueries.ts';
import { batchWrites } from '../platform/db/batchWrites.ts';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { loggingFailures } from '../platform/workUntilStopped.ts';
import { encryptPush } from './encryptPush.ts';
import { type PostOptions, PushPoster } from './pushPoster.ts';
import { type LeasedPush, leasePushes, markDone, removeDevice, retryAt } from './pushQueue.ts';
import { pushableAt } from './queuePush.ts';
import { VapidSigner, vapidKey, vapidSubject } from './vapid.ts';

const POLL_MS = 500;
/** Messages under way on a node. */
const CONCURRENCY = 100;
/** New ones are leased once so many are done: one statement for many. */
const LEASE_AT_LEAST = CONCURRENCY / 2;
/** How long messages that are done are gathered, which are then recorded in one statement. */
const GATHER_MS = 200;
/** After each message, at least: encrypting a hundred in one go would hold the event loop, and votes would wait. */
const PAUSE_MS = 3;
const MAX_RETRY_DELAY_MS = 5 * MINUTE;
/** What ends so soon wakes a phone that saves its battery. */
const URGENT_WITHIN_MS = HOUR;

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>;

/**
 * Pushes to phones until it is stopped; any number of nodes may share the work.
 * @returns stops the worker and resolves once its messages are done
 */
export function startPushWorker(services: Services, log: Log, options: PostOptions = {}): () => Promise<void> {
  const stopping = new AbortController();
  const poster = new PushPoster(services.config.pushHosts, options);
  const work = runQueue({ services, log, poster, stopping: stopping.signal });
  return async () => {
    stopping.abort();
    await work;
    poster.close();
  };
}

interface Queue {
  services: Services;
  log: Log;
  poster: PushPoster;
  stopping: AbortSignal;
}

async function runQueue(queue: Queue): Promise<void> {
  const { services, log, stopping } = queue;
  const deliver = deliverer(queue);
  const underWay = new Set<Promise<void>>();
  const attempt = loggingFailures(log, 'push: the database did not answer; retrying');
  while (!stopping.aborted) {
    const free = CONCURRENCY - underWay.size;
    const { messages, subject } = (await attempt(() => lease(services, free))) ?? { messages: [], subject: '' };
    const count = messages.length;
    // Fewer than asked for: no more are due, and these have the time until the next look.
    const pause = count < free ? POLL_MS / count : PAUSE_MS;
    for (const message of messages) {
      const sending = deliver(message, subject)
        // An outcome that could not be recorded leaves the message leased: it is retried once the lease expires.
        .catch((error: unknown) => log.error(error, 'push: a message was not recorded'))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
      // A server that stops sends what it has leased at once.
      await delay(pause, undefined, { signal: stopping }).catch(() => {});
    }
    if (count === 0) await delay(POLL_MS, undefined, { signal: stopping }).catch(() => {});
    while (!stopping.aborted && CONCURRENCY - underWay.size < LEASE_AT_LEAST) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

async function lease(services: Services, max: number): Promise<{ messages: LeasedPush[]; subject: string }> {
  const messages = await autocommit(services, (db) => leasePushes(db, services, max));
  if (messages.length === 0) return { messages, subject: '' };
  const event = await getEvent(services.db);
  const at = services.now();
  const dueAt = pushableAt(event.time_zone, at);
  if (dueAt > at) {
    // They have waited for a push service until the quiet hours began.
    for (const message of messages) await autocommit(services, (db) => retryAt(db, message, dueAt));
    return { messages: [], subject: '' };
  }
  return { messages, subject: vapidSubject(services.config, event.help_desk_email) };
}

function deliverer({ services, log, poster }: Queue): (message: LeasedPush, subject: string) => Promise<void> {
  const { now } = services;
  const signer = new VapidSigner(vapidKey(services.keys.push));
  const done = batchWrites(
    (messages: LeasedPush[]) => autocommit(services, (db) => markDone(db, messages, now())),
    GATHER_MS,
  );
  return async (message, subject) => {
    // queuePush has written it.
    const { tag } = JSON.parse(message.payload) as PushPayload;
    const left = message.expires_at - now();
    const outcome = await poster.post(
      {
        endpoint: message.endpoint,
        body: encryptPush(message, message.payload),
        authorization: signer.header(message.endpoint, subject, now()),
        ttl: Math.max(0, Math.ceil(left / SECOND)),
        topic: tag,
        urgency: left <= URGENT_WITHIN_MS ? 'high' : 'normal',
      },
      now(),
    );
    if (outcome.is === 'gone') return autocommit(services, (db) => removeDevice(db, message));
    if (outcome.is === 'later') {
      const at = now() + outcome.afterMs + retryDelay(message.attempts, MAX_RETRY_DELAY_MS);
      return autocommit(services, (db) => retryAt(db, message, at));
    }
    // The address would let whoever reads the log push to the phone.
    if (outcome.is === 'refused') log.warn({ host: new URL(message.endpoint).host }, 'push: a message was refused');
    return done(message);
  };
}
