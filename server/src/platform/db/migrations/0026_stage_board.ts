import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The session whose questions from the hall are on stage, and an index for those that wait for a moderator (decision 051). */
export const stageBoard: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('stage')
      .addColumn('content_id', 'text', (c) => c.references('content.id'))
      .execute();
    await db.schema.createIndex('asks_by_state').on('asks').columns(['state', 'content_id']).execute();
  },
};
