import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes that keep the cost of a statement independent of the number of rows (decision 025). */
export const growth: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('outbox')
      .addColumn('urgent', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    const waiting = sql<boolean>`sent_at is null and failed_at is null`;
    await index('outbox_due', 'outbox', ['kind', 'urgent', 'next_attempt_at'], waiting);

    // For the metrics. A row that expired before it was written is no message: it makes unknown addresses look alike.
    const waitingSince = sql<boolean>`sent_at is null and failed_at is null and expires_at > created_at`;
    await index('outbox_waiting_since', 'outbox', ['kind', 'created_at'], waitingSince);
    await index('outbox_sent', 'outbox', ['kind', 'sent_at'], sql`sent_at is not null and failed_at is null`);
    await index(
      'outbox_failed',
      'outbox',
      ['kind', 'failed_at'],
      sql`failed_at is not null and expires_at > created_at`,
    );

    // For the sweep.
    await index('outbox_never_sent', 'outbox', ['created_at'], sql`expires_at <= created_at`);
    await index('outbox_kept_a_month', 'outbox', ['created_at'], sql`expires_at <= created_at + 2592000000`);
    await index('outbox_kept_longer', 'outbox', ['expires_at'], sql`expires_at > created_at + 2592000000`);
    await index('idempotency_keys_by_created_at', 'idempotency_keys', ['created_at']);
    await index('rate_limits_by_window_start', 'rate_limits', ['window_start']);
    await index('login_phones_by_tries_since', 'login_phones', ['tries_since']);
    await index('login_codes_by_created_at', 'login_codes', ['created_at']);
    await index('sessions_by_expires_at', 'sessions', ['expires_at']);
    await index('password_resets_by_created_at', 'password_resets', ['created_at']);
    await index('phone_changes_by_created_at', 'phone_changes', ['created_at']);
    await index('link_tokens_unopened', 'link_tokens', ['open_before'], sql`first_opened_at is null`);

    await index(
      'ticket_fetches_due',
      'ticket_fetches',
      ['next_attempt_at', 'path'],
      sql`asks > done_asks and failed_at is null`,
    );
    await index(
      'accounts_to_invite',
      'accounts',
      ['created_at', 'id'],
      sql`registration_complete = 0 and invited_at is null`,
    );

    // For the deletion of an account's rows.
    for (const table of ['login_codes', 'password_resets', 'feedback']) {
      await index(`${table}_by_account_id`, table, ['account_id']);
    }

    // No query uses these; a node of the previous version is only slower without them.
    for (const name of ['outbox_waiting', 'outbox_by_sent_at_next_attempt_at']) {
      await db.schema.dropIndex(name).execute();
    }

    function index(name: string, table: string, columns: string[], where?: ReturnType<typeof sql<boolean>>) {
      const made = db.schema.createIndex(name).on(table).columns(columns);
      return (where ? made.where(where) : made).execute();
    }
  },
};
