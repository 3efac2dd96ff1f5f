import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Results that no one sees are `none` in the contract; databases of the first console have `nobody`. */
export const hiddenResults: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update polls set shown_to = 'none' where shown_to = 'nobody'`.execute(db);
  },
};
