import { EVENT_TIME_ZONE } from '@companion/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import { getEvent } from './event/eventQueries.ts';
import { loadPack } from './event/loadPack.ts';
import { readPack } from './event/readPack.ts';
import { dateIn } from './event/zonedTime.ts';
import type { Services } from './services.ts';
import { autocommit } from './transact.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Every minute: removes what has served its time and, when a day is over, moves an event that begins "today".
 * @returns what stops it
 */
export function startSweeping(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  let work = Promise.resolve();
  let day = dateIn(EVENT_TIME_ZONE, services.now());
  const timer = setInterval(() => {
    work = tidy().catch((error: unknown) => log.error(error, 'sweep: trying again in a minute'));
  }, MINUTE);
  return async () => {
    clearInterval(timer);
    await work;
  };

  async function tidy(): Promise<void> {
    await sweep(services);
    const today = dateIn(EVENT_TIME_ZONE, services.now());
    if (day !== today) await followToday(services);
    day = today;
  }
}

/** Removes rows that no rule reads any more. What attendees wrote is not among them. */
export async function sweep(services: Services): Promise<void> {
  const { now } = services;
  const [dayAgo, monthAgo] = [now() - DAY, now() - 30 * DAY];
  await autocommit(services, async (db) => {
    await db.deleteFrom('idempotency_keys').where('created_at', '<', dayAgo).execute();
    await db.deleteFrom('rate_limits').where('window_start', '<', dayAgo).execute();
    await db.deleteFrom('login_codes').where('created_at', '<', dayAgo).execute();
    await db.deleteFrom('sessions').where('expires_at', '<', now()).execute();
    await db.deleteFrom('password_resets').where('created_at', '<', dayAgo).execute();
    // What was never to be sent, so that asking for an unknown address looks like any other.
    await db.deleteFrom('outbox').where('created_at', '<', dayAgo).whereRef('expires_at', '<=', 'created_at').execute();
    await db.deleteFrom('link_tokens').where('first_opened_at', 'is', null).where('open_before', '<', dayAgo).execute();
    await db.deleteFrom('outbox').where('created_at', '<', monthAgo).where('expires_at', '<', now()).execute();
  });
}

/** Loads the pack anew if its dates are others than those on record: only then has the day any bearing on it. */
async function followToday(services: Services): Promise<void> {
  const pack = await readPack(services.config.eventPack, services.now());
  if (pack.event.starts_at !== (await getEvent(services.db)).starts_at)
    await autocommit(services, (db) => loadPack(db, pack));
}
