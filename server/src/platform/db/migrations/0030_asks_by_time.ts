import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For the queue of all sessions' questions, the oldest first, which the staff reads and searches in parts. */
export const asksByTime: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.createIndex('asks_by_created_at').on('asks').column('created_at').execute();
    await db.schema.createIndex('asks_by_state_created_at').on('asks').columns(['state', 'created_at']).execute();
  },
};
