import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Questions from the hall to the speakers of a session (decision 051). */
export const asks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('asks')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('content_id', 'text', (c) => c.notNull().references('content.id'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('asks_by_account_id').on('asks').column('account_id').execute();
    await db.schema.createIndex('asks_by_content_id').on('asks').columns(['content_id', 'created_at']).execute();
    await db.schema
      .createTable('ask_upvotes')
      .addColumn('ask_id', 'text', (c) => c.notNull().references('asks.id').onDelete('cascade'))
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('ask_upvotes_pk', ['ask_id', 'account_id'])
      .execute();
    await db.schema.createIndex('ask_upvotes_by_account_id').on('ask_upvotes').column('account_id').execute();
  },
};
