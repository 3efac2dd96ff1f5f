import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What changed for those who watch live, in the order of the commits (decision 047). `change_counter` gets its one row
 * with the first change: a restore fills the tables as they were.
 */
export const live: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('change_counter')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('changes')
      .addColumn('seq', 'bigint', (c) => c.primaryKey())
      .addColumn('topic', 'text', (c) => c.notNull())
      .addColumn('ref', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    // For the newest change of each topic, and for the sweep.
    await db.schema.createIndex('changes_by_topic_seq').on('changes').columns(['topic', 'seq']).execute();
    await db.schema.createIndex('changes_by_at').on('changes').column('at').execute();
  },
};
