import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Results that no one sees are `none`; the first version of the console stored another word for it. */
export const hiddenResults: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update polls set shown_to = 'none' where shown_to not in ('none', 'staff', 'stage', 'everyone')`.execute(
      db,
    );
  },
};
