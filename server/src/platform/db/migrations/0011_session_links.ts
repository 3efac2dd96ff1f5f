import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which link opened a session: it tells to which address or number that link was sent. Sessions on record keep none,
 * and so prove no e-mail; their holders open the link again.
 */
export const sessionLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('sessions').addColumn('link_id', 'text').execute();
  },
};
