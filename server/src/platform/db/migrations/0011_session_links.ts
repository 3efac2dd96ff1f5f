import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The link that opened a session shows to which address or number it was sent. Existing sessions have none and so prove
 * no e-mail; their holders open the link again.
 */
export const sessionLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('link_id', 'text').execute();
  },
};
