import type { Database } from '@companion/server/platform/db/schema';
import type { OpenDatabase } from '@companion/server/platform/openDatabase';
import { DAY, HOUR } from '@companion/server/platform/time';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** The phone of a person of {@link fillDatabase}. Numbers start at 0. */
export const filledPhone = (number: number): string => `+1202${2_000_000 + number}`;

/**
 * Fills a database that has an event with people and their rows, in the proportions of a running event: open sessions,
 * answers, votes, sent messages, and a backlog of invitations of which half waits for a retry.
 * The database generates all rows, with one statement for each table, the same on both engines.
 * @param sealed the text of every message, as the outbox stores it
 * @param people up to 7,000,000
 */
export async function fillDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  { people, now, sealed }: { people: number; now: number; sealed: string },
): Promise<void> {
  // Keys are in random order: without a large cache, each row would read and write a page of an index.
  if (engine === 'sqlite') await sql`pragma cache_size = -500000`.execute(db);
  await db.transaction().execute(async (trx) => {
    // Every row has its parent, and checking foreign keys costs most of the time. Only a superuser may skip it.
    if (engine === 'postgres') {
      await sql`select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`.execute(
        trx,
      );
    }
    const indexes = engine === 'postgres' ? await dropIndexes(trx) : [];
    for (const { table, columns, rows } of contents(people, now, sealed)) {
      await sql`insert into ${sql.table(table)} (${sql.raw(columns)}) ${rows}`.execute(trx);
    }
    for (const definition of indexes) await sql.raw(definition).execute(trx);
  });
  // As autovacuum does in a database that grows over time.
  if (engine === 'postgres') await sql`vacuum analyze`.execute(db);
}

/**
 * Drops the indexes, because creating them afterwards is much faster than updating them row by row. Only on PostgreSQL,
 * which leaves room in the pages of a new index; on SQLite every later row would split a page.
 * @returns the statements that create the indexes again
 */
async function dropIndexes(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and indexname not in (select conname from pg_constraint)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

function contents(people: number, now: number, sealed: string) {
  const at = (before: number) => sql.lit(now - before);
  const each = (select: RawBuilder<unknown>, share = 1) =>
    sql`with recursive person(n) as (select 0 union all select n + 1 from person where n < ${sql.lit(Math.ceil(people * share) - 1)}) ${select}`;
  // An odd factor modulo a power of two maps numbers to unique numbers.
  const id = sql`'person-' || ((cast(n as bigint) * 2654435761) % 4294967296)`;
  const phone = sql`'+1202' || (2000000 + n)`;
  const email = sql`'person.' || n || '@example.com'`;
  return [
    {
      table: 'accounts',
      columns: `id, first_name, last_name, email, email_key, phone, phone_e164, organization_name, organization_type, source,
        registration_complete, pre_event_complete, post_event_complete, sms_enabled, created_at, updated_at`,
      rows: each(sql`select ${id}, 'Ada', 'Person ' || n, ${email}, ${email}, ${phone}, ${phone}, 'Cedar & Stone LLC', 'WOSB',
        'registration', 1, 0, 0, 1, ${at(20 * DAY)} + n, ${at(20 * DAY)} + n from person`),
    },
    {
      table: 'consents',
      columns: 'id, account_id, terms_version, action, accepted_at',
      rows: sql`select 'consent-' || id, id, 'terms-1', 'registration', created_at from accounts`,
    },
    ...['open', 'ended'].map((state) => ({
      table: 'sessions',
      columns: `id, account_id, proved, generation, created_at, rotated_at, previous_rotated_at, expires_at, ended_at`,
      rows: sql`select ${sql.lit(state)} || '-' || id, id, 1, 5, ${at(5 * DAY)}, ${at(HOUR)}, ${at(2 * HOUR)}, ${at(-25 * DAY)},
        ${state === 'open' ? sql`null` : at(DAY)} from accounts`,
    })),
    {
      table: 'login_phones',
      columns: 'phone_e164, requested_at',
      rows: sql`select phone_e164, ${at(2 * HOUR)} from accounts`,
    },
    {
      table: 'login_codes',
      columns: 'id, phone_e164, account_id, code_hmac, tries, created_at, expires_at, used_at',
      rows: sql`select 'code-' || id, phone_e164, id, 'not known', 1, ${at(2 * HOUR)}, ${at(HOUR)}, ${at(2 * HOUR)} from accounts`,
    },
    {
      table: 'link_tokens',
      columns: 'id, token_hash, account_id, phone_e164, created_at, open_before, first_opened_at, exchanges',
      rows: sql`select 'link-' || id, 'hash-' || id, id, phone_e164, ${at(2 * HOUR)}, ${at(HOUR)}, ${at(2 * HOUR)}, 1 from accounts`,
    },
    {
      table: 'link_devices',
      columns: 'link_id, device_hash, created_at',
      rows: sql`select 'link-' || id, 'device', ${at(2 * HOUR)} from accounts`,
    },
    {
      table: 'answers',
      columns: 'account_id, question_id, campaign_id, answers, comment, created_at',
      rows: sql`select accounts.id, asked.id, asked.campaign_id, '["yes"]', '', ${at(HOUR)}
        from accounts cross join (select id, campaign_id from questions where campaign_id != 'polls' order by id limit 3) as asked order by accounts.id`,
    },
    {
      table: 'votes',
      columns: 'account_id, content_id, vote, created_at, updated_at',
      rows: sql`select accounts.id, item.id, 'up', ${at(HOUR)}, ${at(HOUR)}
        from accounts cross join (select id from content where id != 'opening' order by id limit 3) as item order by accounts.id`,
    },
    {
      table: 'comments',
      columns: 'account_id, content_id, comment, created_at, updated_at',
      rows: sql`select accounts.id, item.id, 'A remark that is as long as most of them are.', ${at(HOUR)}, ${at(HOUR)}
        from accounts cross join (select id from content where id != 'opening' order by id limit 1) as item order by accounts.id`,
    },
    {
      table: 'feedback',
      columns: 'id, account_id, message, created_at',
      rows: each(sql`select 'feedback-' || n, ${id}, 'Good', ${at(HOUR)} from person`, 0.1),
    },
    {
      table: 'password_resets',
      columns: 'token_hash, email_key, account_id, created_at, expires_at',
      rows: each(sql`select 'reset-' || n, ${email}, ${id}, ${at(3 * HOUR)}, ${at(2 * HOUR)} from person`, 0.05),
    },
    ...[1, 2].map((message) => ({
      table: 'outbox',
      columns: `id, kind, recipient, text, created_at, expires_at, attempts, next_attempt_at, leased_until, sent_at, account_id, urgent`,
      rows: each(sql`select ${sql.lit(`sent-${message}-`)} || n, 'sms', ${phone}, ${sealed}, ${at(message * 4 * DAY)} - n, ${at(message * 4 * DAY)} - n + 600000,
        1, ${at(message * 4 * DAY)} - n, 0, ${at(message * 4 * DAY)} - n + 1000, ${id}, 1 from person`),
    })),
    ...[
      { name: 'due', next: HOUR },
      { name: 'later', next: -HOUR },
    ].map(({ name, next }) => ({
      table: 'outbox',
      columns: `id, kind, recipient, text, created_at, expires_at, attempts, next_attempt_at, leased_until, account_id`,
      rows: each(
        sql`select ${sql.lit(`${name}-`)} || n, 'sms', ${phone}, ${sealed}, ${at(HOUR)}, ${at(-20 * DAY)}, 0, ${at(next)} + n, 0, ${id} from person`,
        0.025,
      ),
    })),
    {
      table: 'idempotency_keys',
      columns: 'scope, key, call, body_hash, answer, created_at',
      rows: each(sql`select ${id}, 'key-' || n, 'sendFeedback', 'hash', ${sealed}, ${at(3 * HOUR)} from person`, 0.5),
    },
    {
      table: 'rate_limits',
      columns: 'key, count, window_start',
      rows: each(sql`select 'share ' || ${id}, 1, ${at(3 * HOUR)} from person`, 0.5),
    },
    {
      table: 'tickets',
      columns: `source, external_id, account_id, status, order_id, ticket_type, first_name, last_name, email, email_key, phone,
        organization_name, organization_type, imported_at, updated_at`,
      rows: each(
        sql`select 'eventbrite', cast(n as text), ${id}, 'valid', 'order', 'General', 'Ada', 'Person', ${email}, ${email}, '',
          'Cedar & Stone LLC', 'WOSB', ${at(20 * DAY)}, ${at(20 * DAY)} from person`,
        0.5,
      ),
    },
    {
      table: 'ticket_fetches',
      columns: 'path, requests, done_requests, next_attempt_at, leased_until, attempts',
      rows: each(sql`select 'orders/' || n, 1, 1, ${at(DAY)}, 0, 0 from person`, 0.05),
    },
  ];
}
