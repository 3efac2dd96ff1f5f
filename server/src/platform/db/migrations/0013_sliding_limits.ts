import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A limit stores its count per quarter of the window (decision 023), and a marked device the session that its link
 * opened (decision 004).
 */
export const slidingLimits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['before_1', 'before_2', 'before_3', 'before_4']) {
      await db.schema
        .alterTable('rate_limits')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable('link_devices').addColumn('session_id', 'text').execute();
  },
};
