import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One index of sessions in place of two: the console counts who has signed in today in the order of the accounts (decision 053). */
export const signedIn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex('sessions_by_account_id_created_at')
      .on('sessions')
      .columns(['account_id', 'created_at'])
      .execute();
    // A node of the previous version is only slower without them.
    for (const name of ['sessions_by_account_id', 'sessions_by_created_at']) await db.schema.dropIndex(name).execute();
  },
};
