import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { getEvent } from './event/eventQueries.ts';
import { dateIn } from './event/zonedTime.ts';
import { DEVICE_LIFETIME } from './identity/session/knownDevices.ts';
import { PHONE_CLAIM_LIFETIME } from './identity/session/phoneClaim.ts';
import { STAFF_SESSION_IDLE_MS } from './identity/staff/staffSessions.ts';
import { type Database, schema } from './platform/db/schema.ts';
import type { Services } from './platform/services.ts';
import { DAY, MINUTE } from './platform/time.ts';
import { autocommit } from './platform/transact.ts';
import { refreshRows } from './programme/startProgramme.ts';

/** How long the network is kept from which an account registered, if it is not confirmed before (decision 056). */
const NETWORK_KEPT_MS = 30 * DAY;
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

/** Removes rows that no rule needs any more, but nothing that attendees wrote; and the networks of older accounts. */
export async function sweep(services: Services): Promise<void> {
  const now = services.now();
  await inBatches(services, (db) => forgetNetworks(db, now - NETWORK_KEPT_MS));
  for (const expired of expiredRows(now)) await inBatches(services, (db) => removeBatch(expired).execute(db));
}

/** Repeats what changes a batch of rows until one is not full. */
async function inBatches(
  services: Services,
  change: (db: Kysely<Database>) => Promise<{ numAffectedRows?: bigint }>,
): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { numAffectedRows } = await autocommit(services, change);
    if (Number(numAffectedRows ?? 0) < BATCH_SIZE) return;
  }
}

/** The order makes the search use the index of the networks. */
async function forgetNetworks(db: Kysely<Database>, before: number): Promise<{ numAffectedRows: bigint }> {
  const old = db
    .selectFrom('accounts')
    .select('id')
    .where('registered_from', 'is not', null)
    .where('created_at', '<', before)
    .orderBy('registered_from')
    .limit(BATCH_SIZE);
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ registered_from: null })
    .where('id', 'in', old)
    .executeTakeFirstOrThrow();
  return { numAffectedRows: numUpdatedRows };
}

interface ExpiredRows {
  table: keyof Database;
  /** The time that is compared; rows of before that time have expired. Sorting by it makes PostgreSQL use the index. */
  by: string;
  before: number;
  /** With it there is an index for each condition, so a search without results is cheap. */
  and?: RawBuilder<SqlBool>;
}

function expiredRows(now: number): ExpiredRows[] {
  const [dayAgo, monthAgo] = [now - DAY, now - 30 * DAY];
  return [
    // `public`: of a registration, whose answer holds credentials. The expression keeps SQLite from using the primary
    // key, whose rows it would have to sort.
    { table: 'idempotency_keys', by: 'created_at', before: dayAgo, and: sql`scope || '' = 'public'` },
    // A phone may send what it holds as long as its session can last (decision 039).
    { table: 'idempotency_keys', by: 'created_at', before: monthAgo },
    { table: 'rate_limits', by: 'window_start', before: dayAgo },
    { table: 'login_codes', by: 'created_at', before: dayAgo },
    // After two days without a text no limit counts the number. createCode renews the time, so that the sweep does not
    // find numbers in use.
    {
      table: 'login_phones',
      by: 'requested_at',
      before: now - 2 * DAY,
      and: sql`not exists (select 1 from login_codes c where c.phone_e164 = login_phones.phone_e164)`,
    },
    { table: 'phone_changes', by: 'created_at', before: now - PHONE_CLAIM_LIFETIME },
    { table: 'sessions', by: 'expires_at', before: now },
    { table: 'known_devices', by: 'created_at', before: now - DEVICE_LIFETIME },
    { table: 'password_resets', by: 'created_at', before: dayAgo },
    // A session in use past its end is not written any more.
    { table: 'staff_sessions', by: 'last_used_at', before: now - STAFF_SESSION_IDLE_MS },
    { table: 'staff_password_resets', by: 'created_at', before: dayAgo },
    { table: 'stage_pairings', by: 'expires_at', before: now },
    { table: 'push_messages', by: 'expires_at', before: dayAgo },
    { table: 'people_imports', by: 'updated_at', before: dayAgo },
    { table: 'staff_challenges', by: 'created_at', before: dayAgo },
    // The console still lists those that expired lately, to be sent again.
    { table: 'staff_invitations', by: 'expires_at', before: monthAgo },
    // The console shows until then that they have expired.
    { table: 'summary_links', by: 'expires_at', before: monthAgo },
    { table: 'link_tokens', by: 'open_before', before: dayAgo, and: sql`first_opened_at is null` },
    // Rows that are never sent: they make a request with an unknown address look like any other.
    { table: 'outbox', by: 'created_at', before: dayAgo, and: sql`expires_at <= created_at` },
    { table: 'outbox', by: 'created_at', before: monthAgo, and: sql`expires_at <= created_at + 2592000000` },
    { table: 'outbox', by: 'expires_at', before: now, and: sql`expires_at > created_at + 2592000000` },
    // Pictures that were uploaded and not used.
    { table: 'assets', by: 'unused_since', before: dayAgo },
    { table: 'programme_presence', by: 'seen_at', before: dayAgo },
    // The newest of each topic stays: its number is the topic's revision. Of questions from the hall the newest of each
    // session: it tells phones whose page is open when it was moderated.
    {
      table: 'changes',
      by: 'at',
      before: dayAgo,
      and: sql`exists (select 1 from changes newer where newer.topic = changes.topic and newer.seq > changes.seq
        and (changes.topic <> 'audienceQuestions' or newer.ref = changes.ref))`,
    },
  ];
}

function removeBatch({ table, by, before, and }: ExpiredRows): RawBuilder<unknown> {
  const key = sql.join(schema[table].key.map((name) => sql.ref(name)));
  const rows = sql`${sql.ref(by)} < ${before}${and ? sql` and ${and}` : sql``}`;
  // The condition is repeated because on PostgreSQL a row may have been renewed since it was found.
  return sql`delete from ${sql.table(table)} where ${rows} and (${key}) in
    (select ${key} from ${sql.table(table)} where ${rows} order by ${sql.ref(by)} limit ${sql.lit(BATCH_SIZE)})`;
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
    if (day !== today) await refreshRows(services);
    day = today;
  };
}
