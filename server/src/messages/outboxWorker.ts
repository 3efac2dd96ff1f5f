import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../services.ts';
import { failMessage, leaseMessages, type Message, markSent, retryLater } from './outbox.ts';

/** Hands one message to whoever carries it. Rejects when it was not taken. */
export type Deliver = (message: Message) => Promise<void>;

const POLL = 500;
const BATCH = 20;
/** Longer than any delivery may take: after it, another worker takes a message whose worker died. */
const LEASE = 60_000;
const ATTEMPTS = 8;
const FIRST_RETRY = 2_000;
const LONGEST_RETRY = 5 * 60_000;

/**
 * Sends what is in the outbox until it is stopped. Any number of workers may share one outbox.
 * @returns what stops it, once the message in hand is done
 */
export function startOutboxWorker(services: Services, deliver: Deliver, log: FastifyBaseLogger): () => Promise<void> {
  let stopped = false;
  let wake = () => {};
  const work = (async () => {
    while (!stopped) {
      const sent = await sendDue(services, deliver, log).catch((error: unknown) => {
        log.error(error, 'outbox: the database did not answer; trying again');
        return 0;
      });
      if (sent === 0 && !stopped) await pause();
    }
  })();

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, POLL);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return async () => {
    stopped = true;
    wake();
    await work;
  };
}

/** One round, all of it at once: the lease then covers each delivery. @returns how many messages it had in hand */
export async function sendDue(services: Services, deliver: Deliver, log: FastifyBaseLogger): Promise<number> {
  const messages = await leaseMessages(services.db, services, { most: BATCH, leaseFor: LEASE });
  const rounds = await Promise.allSettled(messages.map((message) => send(services, deliver, log, message)));
  // Only the database can fail here; what it did not take note of is tried again once its lease is over.
  const failed = rounds.find((round) => round.status === 'rejected');
  if (failed) throw failed.reason;
  return messages.length;
}

async function send(
  { db, now }: Services,
  deliver: Deliver,
  log: FastifyBaseLogger,
  message: Message & { attempts: number },
): Promise<void> {
  try {
    await deliver(message);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ messageId: message.id, attempts: message.attempts }, 'outbox: a message was not taken');
    if (message.attempts >= ATTEMPTS) await failMessage(db, message.id, reason, now());
    else await retryLater(db, message.id, reason, now() + retryDelay(message.attempts));
    return;
  }
  await markSent(db, message.id, now());
}

/** Doubles from 2 s up to 5 min, with jitter, so that a provider that comes back is not stormed. */
function retryDelay(attempts: number): number {
  const longest = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
  return Math.round(longest / 2 + Math.random() * (longest / 2));
}
