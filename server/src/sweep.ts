import { EVENT_TIME_ZONE } from '@companion/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from './event/eventQueries.ts';
import { loadPack } from './event/loadPack.ts';
import { readPack } from './event/readPack.ts';
import { dateIn } from './event/zonedTime.ts';
import { PHONE_CHANGE_LIFETIME } from './identity/accounts/phoneChange.ts';
import { DEVICE_COOKIE_SECONDS } from './identity/session/deviceMark.ts';
import type { Database } from './platform/db/schema.ts';
import type { Services } from './platform/services.ts';
import { autocommit } from './platform/transact.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Rows that one statement removes: few enough that no other write waits for long. */
const BATCH = 200;
/** What one sweep leaves of a table, the next one finds. */
const MOST_BATCHES = 50;

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
  for (const served of servedTheirTime(services.now())) {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const removed = await autocommit(services, (db) => removeBatch(served).execute(db));
      if (Number(removed.numAffectedRows) < BATCH) break;
    }
  }
}

interface Served {
  table: keyof Database;
  key: string[];
  /** The time that `rows` compare. In its order, PostgreSQL has no reason to read the table instead of the index. */
  by: string;
  /** Each has an index of its own (migration 0010): looking for nothing costs nothing. */
  rows: RawBuilder<SqlBool>;
}

function servedTheirTime(now: number): Served[] {
  const [dayAgo, monthAgo] = [now - DAY, now - 30 * DAY];
  return [
    { table: 'idempotency_keys', key: ['scope', 'key'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    { table: 'rate_limits', key: ['key'], by: 'window_start', rows: sql`window_start < ${dayAgo}` },
    { table: 'login_codes', key: ['id'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    // A number that was last texted two days ago has nothing left to count. Those texted since are not looked at again
    // and again: their time is renewed (createCode).
    {
      table: 'login_phones',
      key: ['phone_e164'],
      by: 'tries_since',
      rows: sql`tries_since < ${now - 2 * DAY} and not exists
        (select 1 from login_codes c where c.phone_e164 = login_phones.phone_e164)`,
    },
    {
      table: 'phone_changes',
      key: ['account_id'],
      by: 'created_at',
      rows: sql`created_at < ${now - PHONE_CHANGE_LIFETIME}`,
    },
    { table: 'sessions', key: ['id'], by: 'expires_at', rows: sql`expires_at < ${now}` },
    {
      table: 'known_devices',
      key: ['account_id', 'device_hash'],
      by: 'created_at',
      rows: sql`created_at < ${now - DEVICE_COOKIE_SECONDS * 1000}`,
    },
    { table: 'password_resets', key: ['token_hash'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    {
      table: 'link_tokens',
      key: ['id'],
      by: 'open_before',
      rows: sql`first_opened_at is null and open_before < ${dayAgo}`,
    },
    // What was never to be sent, so that asking for an unknown address looks like any other.
    { table: 'outbox', key: ['id'], by: 'created_at', rows: sql`expires_at <= created_at and created_at < ${dayAgo}` },
    {
      table: 'outbox',
      key: ['id'],
      by: 'created_at',
      rows: sql`expires_at <= created_at + 2592000000 and created_at < ${monthAgo}`,
    },
    {
      table: 'outbox',
      key: ['id'],
      by: 'expires_at',
      rows: sql`expires_at > created_at + 2592000000 and expires_at < ${now}`,
    },
  ];
}

function removeBatch({ table, key, by, rows }: Served): RawBuilder<unknown> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  // The condition twice: on PostgreSQL a row may have begun a new term since it was found.
  return sql`delete from ${sql.table(table)} where ${rows} and (${columns}) in
    (select ${columns} from ${sql.table(table)} where ${rows} order by ${sql.ref(by)} limit ${sql.lit(BATCH)})`;
}

/** Loads the pack anew if its dates are others than those on record: only then has the day any bearing on it. */
async function followToday(services: Services): Promise<void> {
  const pack = await readPack(services.config.eventPack, services.now());
  if (pack.event.starts_at !== (await getEvent(services.db)).starts_at)
    await autocommit(services, (db) => loadPack(db, pack));
}
