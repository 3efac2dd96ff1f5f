import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Votes and comments as the staff sees them, and the links with which speakers do (decision 052). */
export const itemFeedback: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('comment_moderations')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'))
      .addColumn('content_id', 'text', (c) => c.notNull().references('content.id'))
      .addColumn('hidden_at', 'bigint')
      .addColumn('note', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('comment_moderations_pk', ['content_id', 'account_id'])
      .execute();
    // For the deletion of an account's rows.
    await index('comment_moderations', 'account_id');
    await db.schema
      .createTable('summary_links')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('content_id', 'text', (c) => c.notNull().references('content.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_by', 'text', (c) => c.notNull().references('staff.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('uses', 'integer', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await index('summary_links', 'content_id');
    // Votes are counted from the first alone; the others give the newest first.
    await index('votes', 'content_id', 'vote');
    await index('comments', 'content_id', 'updated_at');
    await index('feedback', 'created_at');

    async function index(table: string, ...columns: string[]) {
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute();
    }
  },
};
