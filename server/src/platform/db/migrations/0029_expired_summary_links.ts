import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For the sweep of summary links that expired a month ago (decision 052). */
export const expiredSummaryLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('summary_links_by_expires_at').on('summary_links').column('expires_at').execute();
  },
};
