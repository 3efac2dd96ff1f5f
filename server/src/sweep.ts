import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from './event/eventQueries.ts';
import { loadPack } from './event/loadPack.ts';
import { readPack } from './event/readPack.ts';
import { dateIn } from './event/zonedTime.ts';
import { DEVICE_LIFETIME } from './identity/session/knownDevices.ts';
import { PHONE_CLAIM_LIFETIME } from './identity/session/phoneClaim.ts';
import { STAFF_SESSION_IDLE_MS } from './identity/staff/staffSessions.ts';
import type { Database } from './platform/db/schema.ts';
import type { Services } from './platform/services.ts';
import { DAY, MINUTE } from './platform/time.ts';
import { autocommit } from './platform/transact.ts';

/** Rows per statement: few enough that no other write waits for long. */
const BATCH_SIZE = 200;
/** Per table and sweep; the next sweep continues. */
const MAX_BATCHES = 50;

/**
 * Every minute: removes expired rows and, on a new day, moves an event whose first day is `today`.
 * @returns a function that stops it
 */
export function startSweeping(services: Services, log: FastifyBaseLogger): () => Promise<void> {
  let work = Promise.resolve();
  const moveOnNewDay = eventMover(services);
  const timer = setInterval(() => {
    work = runOnce().catch((error: unknown) => log.error(error, 'the sweep failed and is retried in a minute'));
  }, MINUTE);
  return async () => {
    clearInterval(timer);
    await work;
  };

  async function runOnce(): Promise<void> {
    await sweep(services);
    await moveOnNewDay();
  }
}

/** Removes rows that no rule needs any more, but nothing that attendees wrote. */
export async function sweep(services: Services): Promise<void> {
  for (const expired of expiredRows(services.now())) {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const removed = await autocommit(services, (db) => removeBatch(expired).execute(db));
      if (Number(removed.numAffectedRows) < BATCH_SIZE) break;
    }
  }
}

interface ExpiredRows {
  table: keyof Database;
  key: string[];
  /** The time that `rows` compares. Sorting by it makes PostgreSQL use the index. */
  by: string;
  /** Each condition has an index, so a search without results is cheap. */
  rows: RawBuilder<SqlBool>;
}

function expiredRows(now: number): ExpiredRows[] {
  const [dayAgo, monthAgo] = [now - DAY, now - 30 * DAY];
  return [
    {
      table: 'idempotency_keys',
      key: ['scope', 'key'],
      by: 'created_at',
      // `public`: of a registration, whose answer holds credentials. The expression keeps SQLite from using the primary
      // key, whose rows it would have to sort.
      rows: sql`scope || '' = 'public' and created_at < ${dayAgo}`,
    },
    // A phone may send what it holds as long as its session can last (decision 039).
    { table: 'idempotency_keys', key: ['scope', 'key'], by: 'created_at', rows: sql`created_at < ${monthAgo}` },
    { table: 'rate_limits', key: ['key'], by: 'window_start', rows: sql`window_start < ${dayAgo}` },
    { table: 'login_codes', key: ['id'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    // After two days without a text no limit counts the number. createCode renews the time, so that the sweep does not
    // find numbers in use.
    {
      table: 'login_phones',
      key: ['phone_e164'],
      by: 'requested_at',
      rows: sql`requested_at < ${now - 2 * DAY} and not exists
        (select 1 from login_codes c where c.phone_e164 = login_phones.phone_e164)`,
    },
    {
      table: 'phone_changes',
      key: ['account_id'],
      by: 'created_at',
      rows: sql`created_at < ${now - PHONE_CLAIM_LIFETIME}`,
    },
    { table: 'sessions', key: ['id'], by: 'expires_at', rows: sql`expires_at < ${now}` },
    {
      table: 'known_devices',
      key: ['account_id', 'device_hash'],
      by: 'created_at',
      rows: sql`created_at < ${now - DEVICE_LIFETIME}`,
    },
    { table: 'password_resets', key: ['token_hash'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    // A session in use past its end is not written any more.
    {
      table: 'staff_sessions',
      key: ['id'],
      by: 'last_used_at',
      rows: sql`last_used_at < ${now - STAFF_SESSION_IDLE_MS}`,
    },
    { table: 'staff_password_resets', key: ['token_hash'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    { table: 'staff_challenges', key: ['challenge_hash'], by: 'created_at', rows: sql`created_at < ${dayAgo}` },
    // The console still lists those that expired lately, to be sent again.
    { table: 'staff_invitations', key: ['id'], by: 'expires_at', rows: sql`expires_at < ${monthAgo}` },
    // The console shows until then that they have expired.
    { table: 'summary_links', key: ['id'], by: 'expires_at', rows: sql`expires_at < ${monthAgo}` },
    {
      table: 'link_tokens',
      key: ['id'],
      by: 'open_before',
      rows: sql`first_opened_at is null and open_before < ${dayAgo}`,
    },
    // Rows that are never sent: they make a request with an unknown address look like any other.
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
    // The newest of each topic stays: its number is the topic's revision.
    {
      table: 'changes',
      key: ['seq'],
      by: 'at',
      rows: sql`at < ${dayAgo} and exists
        (select 1 from changes newer where newer.topic = changes.topic and newer.seq > changes.seq)`,
    },
  ];
}

function removeBatch({ table, key, by, rows }: ExpiredRows): RawBuilder<unknown> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  // The condition is repeated because on PostgreSQL a row may have been renewed since it was found.
  return sql`delete from ${sql.table(table)} where ${rows} and (${columns}) in
    (select ${columns} from ${sql.table(table)} where ${rows} order by ${sql.ref(by)} limit ${sql.lit(BATCH_SIZE)})`;
}

/** @returns a function that moves an event whose first day is `today`, if a day has begun in its time zone since the last call */
export function eventMover(services: Services): () => Promise<void> {
  const begunAt = services.now();
  let day: string | undefined;
  return async () => {
    const { time_zone } = await getEvent(services.db);
    // The first call looks for a midnight since the start.
    day ??= dateIn(time_zone, begunAt);
    const today = dateIn(time_zone, services.now());
    if (day !== today) await moveEventToToday(services);
    day = today;
  };
}

/** Reloads the pack if its dates differ from the stored ones, which is so only for an event whose first day is `today`. */
async function moveEventToToday(services: Services): Promise<void> {
  const pack = await readPack(services.config.eventPack, services.now());
  if (pack.event.starts_at !== (await getEvent(services.db)).starts_at)
    await autocommit(services, (db) => loadPack(db, pack));
}
