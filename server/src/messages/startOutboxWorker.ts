import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { MINUTE, SECOND } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { loggingFailures } from '../platform/workUntilStopped.ts';
import { failMessage, type Kind, type LeasedMessage, leaseMessages, markSent, retryLater } from './outbox.ts';
import { KINDS, NotDelivered, type Provider, type Providers } from './provider.ts';

const POLL_MS = 250;
/** Longer than a delivery and its recording. After it, another worker takes over a message whose worker has died. */
const LEASE_MS = MINUTE;
const MAX_RETRY_DELAY_MS = 5 * MINUTE;
/** While the database is unavailable: the pause between attempts, and how often the outcome of a message is retried. */
const DATABASE_RETRY_MS = 1_000;
const MAX_RECORD_ATTEMPTS = 20;
const OTHER_SECRET = 'cannot be read: it was written with another TOKEN_SECRET';
/** How long such a message is left to the server with the other one; and the pauses in which that is tried. */
const OTHER_SERVER_MS = 10 * MINUTE;
const OTHER_SECRET_PAUSE = { urgent: SECOND, other: MINUTE };

/**
 * Records that a message will not arrive.
 * @param cause `code`: the provider's, if no further message to that recipient would arrive either; else null
 */
type MarkUndeliverable = (
  services: Services,
  messageId: string,
  cause: { reason: string; code: string | null },
) => Promise<void>;

/**
 * Sends the messages of the outbox until it is stopped. Each kind has its own queue, so that a mail server that hangs
 * does not delay sign-in codes. Any number of workers may share one outbox.
 * @returns stops the worker and resolves once its leased messages are done
 */
export function startOutboxWorker(
  services: Services,
  providers: Providers,
  markUndeliverable: MarkUndeliverable,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const stopping = new AbortController();
  // Every delivery may wait for the database and listen to this signal.
  setMaxListeners(0, stopping.signal);
  const shared = { services, markUndeliverable, log, stopping: stopping.signal, state: { hasLoggedSecret: false } };
  const queues = KINDS.map((kind) => {
    const provider = providers[kind];
    return provider && runQueue({ ...shared, provider }, kind);
  });
  return async () => {
    stopping.abort();
    await Promise.all(queues);
    for (const provider of new Set(Object.values(providers))) provider.close?.();
  };
}

interface Queue {
  services: Services;
  provider: Provider;
  markUndeliverable: MarkUndeliverable;
  log: FastifyBaseLogger;
  stopping: AbortSignal;
  state: { hasLoggedSecret: boolean };
}

/** Leases messages up to the provider's concurrency; a slow delivery does not delay the others. */
async function runQueue(queue: Queue, kind: Kind): Promise<void> {
  const { services, provider, log, stopping } = queue;
  const deliveries = new Set<Promise<void>>();
  const attempt = loggingFailures(log, 'outbox: the database did not answer; retrying');
  while (!stopping.aborted) {
    const free = provider.concurrency - deliveries.size;
    const leased = await attempt(() =>
      autocommit(services, (db) => leaseMessages(db, services, { kind, max: free, leaseFor: LEASE_MS })),
    );
    if (!leased) await pause(DATABASE_RETRY_MS, stopping);
    const messages = leased ?? [];
    for (const message of messages) {
      const sending = send(queue, message)
        // An outcome that could not be recorded leaves the message leased: it is retried once the lease expires.
        .catch((error: unknown) => log.error(error, 'outbox: the database did not answer'))
        .finally(() => deliveries.delete(sending));
      deliveries.add(sending);
    }
    if (deliveries.size >= provider.concurrency) await Promise.race(deliveries);
    // Fewer than requested: no more messages are due.
    else if (messages.length < free) await pause(POLL_MS, stopping);
  }
  await Promise.all(deliveries);
}

async function send(queue: Queue, message: LeasedMessage): Promise<void> {
  const { services, provider } = queue;
  const { text } = message;
  if (text === null) return record(queue, () => leaveToAnother(queue, message));
  const outcome = await provider.deliver({ ...message, text }).then(
    (providerId) => () => autocommit(services, (db) => markSent(db, message.id, providerId, services.now())),
    (error: unknown) => () => handleFailure(queue, message, error),
  );
  await record(queue, outcome);
}

/**
 * A server with the other TOKEN_SECRET can send the message. If there is none, the secret has changed: then it fails, so
 * that the staff sees it, and may invite the person again.
 */
async function leaveToAnother({ services, log, state }: Queue, message: LeasedMessage): Promise<void> {
  const { now } = services;
  if (!state.hasLoggedSecret)
    log.error({ messageId: message.id, kind: message.kind }, `outbox: a message ${OTHER_SECRET}`);
  state.hasLoggedSecret = true;
  const isOld = message.created_at <= now() - OTHER_SERVER_MS;
  const at = now() + (message.urgent ? OTHER_SECRET_PAUSE.urgent : OTHER_SECRET_PAUSE.other) * (1 + Math.random());
  await autocommit(services, async (db) => {
    if (isOld) await failMessage(db, message.id, OTHER_SECRET, now());
    else await retryLater(db, message, OTHER_SECRET, Math.round(at));
  });
}

/** Schedules a retry, or marks the message as undeliverable. */
async function handleFailure(
  { services, markUndeliverable, log }: Queue,
  message: LeasedMessage,
  error: unknown,
): Promise<void> {
  const about = { messageId: message.id, kind: message.kind, attempts: message.attempts };
  const retry = (reason: string, atLeast: number) => {
    const at = services.now() + atLeast + retryDelay(message.attempts, MAX_RETRY_DELAY_MS);
    return autocommit(services, (db) => retryLater(db, message, reason, at));
  };
  if (!(error instanceof NotDelivered)) {
    // Not an answer of the provider, so its text may quote the message: it stays out of the log.
    log.error(about, 'outbox: a message was not accepted; it will be retried');
    return retry(error instanceof Error ? error.message : String(error), 0);
  }
  const { fault, message: reason, code, retryAfter } = error;
  const details = { ...about, reason };
  if (fault === 'temporary') {
    log.warn(details, 'outbox: a message was not accepted; it will be retried');
    return retry(reason, retryAfter);
  }
  if (fault === 'settings') {
    log.error(details, 'outbox: messages wait until the settings of this server are corrected');
    return retry(reason, retryAfter);
  }
  if (fault === 'recipient') log.warn(details, 'outbox: a message cannot be delivered to its recipient');
  else log.error(details, 'outbox: the provider rejected a message for good');
  return markUndeliverable(services, message.id, { reason, code: fault === 'recipient' ? code : null });
}

/** Retries while the database is unavailable, so that a delivered message is not delivered again. */
async function record({ stopping }: Queue, write: () => Promise<void>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await write();
    } catch (error) {
      if (attempts >= MAX_RECORD_ATTEMPTS || stopping.aborted) throw error;
      await pause(DATABASE_RETRY_MS, stopping);
    }
  }
}

/** Ends early when the worker is stopped. */
const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stopping }).catch(() => {});
