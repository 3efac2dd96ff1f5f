import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const attendees: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('tickets')
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('external_id', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('set null'))
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('order_id', 'text', (c) => c.notNull())
      .addColumn('ticket_type', 'text', (c) => c.notNull())
      .addColumn('first_name', 'text', (c) => c.notNull())
      .addColumn('last_name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('phone', 'text', (c) => c.notNull())
      .addColumn('organization_name', 'text', (c) => c.notNull())
      .addColumn('organization_type', 'text', (c) => c.notNull())
      .addColumn('imported_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('source_changed_at', 'bigint')
      .addColumn('cancelled_at', 'bigint')
      .addColumn('erased_at', 'bigint')
      .addPrimaryKeyConstraint('tickets_pk', ['source', 'external_id'])
      .execute();
    for (const column of ['account_id', 'email_key']) {
      await db.schema.createIndex(`tickets_by_${column}`).on('tickets').column(column).execute();
    }

    await db.schema
      .createTable('ticket_fetches')
      .addColumn('path', 'text', (c) => c.primaryKey())
      .addColumn('asks', 'integer', (c) => c.notNull())
      .addColumn('done_asks', 'integer', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
      .addColumn('leased_until', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('failed_at', 'bigint')
      .addColumn('last_error', 'text')
      .execute();

    await db.schema.alterTable('accounts').addColumn('invited_at', 'bigint').execute();
    await db.schema
      .createTable('invitations')
      .addColumn('outbox_id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('invitations_by_account_id').on('invitations').column('account_id').execute();
  },
};
