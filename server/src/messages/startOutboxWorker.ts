import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { retryDelay } from '../platform/retryDelay.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import type { Carrier, Carriers } from './carrier.ts';
import { giveUp, type Reactions } from './giveUp.ts';
import { NotDelivered } from './notDelivered.ts';
import { type Kind, type LeasedMessage, leaseMessages, markSent, retryLater } from './outbox.ts';

const POLL = 250;
/** Outlives a delivery and taking note of it: after it, another worker takes a message whose worker died. */
const LEASE = 60_000;
const LONGEST_RETRY = 5 * 60_000;
/** While the database is away; and how often what became of a message is then written down again. */
const DATABASE_PAUSE = 1_000;
const NOTE_TRIES = 20;

/**
 * Sends what is in the outbox until it is stopped: each kind on its own, so that a mail server that hangs holds up no
 * sign-in code. Any number of workers may share one outbox.
 * @returns what stops it, once the messages in hand are done
 */
export function startOutboxWorker(
  services: Services,
  carriers: Carriers,
  reactions: Reactions,
  log: FastifyBaseLogger,
): () => Promise<void> {
  const stopping = new AbortController();
  // Every message in hand may be waiting for the database and for this.
  setMaxListeners(0, stopping.signal);
  const lines = (['sms', 'mail'] as const).map((kind) => {
    const carrier = carriers[kind];
    return carrier && carryOn({ services, carrier, reactions, log, stopping: stopping.signal }, kind);
  });
  return async () => {
    stopping.abort();
    await Promise.all(lines);
    for (const carrier of new Set(Object.values(carriers))) carrier.close?.();
  };
}

interface Line {
  services: Services;
  carrier: Carrier;
  reactions: Reactions;
  log: FastifyBaseLogger;
  stopping: AbortSignal;
}

/** Keeps as many messages in hand as the carrier may be given; a slow one holds up only its own place. */
async function carryOn(line: Line, kind: Kind): Promise<void> {
  const { services, carrier, log, stopping } = line;
  const inHand = new Set<Promise<void>>();
  while (!stopping.aborted) {
    const free = carrier.atOnce - inHand.size;
    const messages = await autocommit(services, (db) =>
      leaseMessages(db, services, { kind, most: free, leaseFor: LEASE }),
    ).catch(async (error: unknown) => {
      log.error(error, 'outbox: the database did not answer; trying again');
      await pause(DATABASE_PAUSE, stopping);
      return [];
    });
    for (const message of messages) {
      const sending = send(line, message)
        // What the database did not take note of is tried again once its lease is over.
        .catch((error: unknown) => log.error(error, 'outbox: the database did not answer'))
        .finally(() => inHand.delete(sending));
      inHand.add(sending);
    }
    if (inHand.size >= carrier.atOnce) await Promise.race(inHand);
    // Fewer than asked for: there is no more for now.
    else if (messages.length < free) await pause(POLL, stopping);
  }
  await Promise.all(inHand);
}

async function send(line: Line, message: LeasedMessage): Promise<void> {
  const { services, carrier } = line;
  const outcome = await carrier.deliver(message).then(
    (providerId) => () => autocommit(services, (db) => markSent(db, message.id, providerId, services.now())),
    (error: unknown) => () => putAside(line, message, error),
  );
  await noted(line, outcome);
}

/** A message that was not taken is tried again later, or given up. */
async function putAside({ services, reactions, log }: Line, message: LeasedMessage, error: unknown): Promise<void> {
  const about = { messageId: message.id, kind: message.kind, attempts: message.attempts };
  const again = (reason: string, atLeast: number) => {
    const at = services.now() + atLeast + retryDelay(message.attempts, LONGEST_RETRY);
    return autocommit(services, (db) => retryLater(db, message, reason, at));
  };
  if (!(error instanceof NotDelivered)) {
    // Not the provider's word, so who knows what it repeats: its text stays out of the log.
    log.error(about, 'outbox: a message was not taken; trying again');
    return again(error instanceof Error ? error.message : String(error), 0);
  }
  const { fault, message: reason, code, retryAfter } = error;
  const told = { ...about, reason };
  if (fault === 'temporary') {
    log.warn(told, 'outbox: a message was not taken; trying again');
    return again(reason, retryAfter);
  }
  if (fault === 'settings') {
    log.error(told, 'outbox: the provider refuses this server; messages wait until that is mended');
    return again(reason, retryAfter);
  }
  if (fault === 'recipient') log.warn(told, 'outbox: a message cannot be delivered to its recipient');
  else log.error(told, 'outbox: a message was refused for good');
  return giveUp(services, reactions, message.id, { reason, code: fault === 'recipient' ? code : null });
}

/** The database may be away for a moment: what was sent must not be sent again for that. */
async function noted({ stopping }: Line, write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries >= NOTE_TRIES || stopping.aborted) throw error;
      await pause(DATABASE_PAUSE, stopping);
    }
  }
}

/** Ends early when the worker is stopped. */
const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal: stopping }).catch(() => {});
