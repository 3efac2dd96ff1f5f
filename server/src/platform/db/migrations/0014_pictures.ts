import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The size and the version of an item's picture (decision 045). */
export const pictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('content').addColumn('picture', 'text').execute();
  },
};
