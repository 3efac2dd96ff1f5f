import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const archive: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('erasures')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('rows', 'integer', (c) => c.notNull())
      .addColumn('erased_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};
