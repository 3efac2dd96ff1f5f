import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For subscribed calendars: the event that an item belongs to, how often it changed, and when it did last. */
export const calendar: Migration = {
  async up(db: Kysely<unknown>) {
    const content = () => db.schema.alterTable('content');
    await content().addColumn('event_id', 'text').execute();
    await content()
      .addColumn('revision', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await content()
      .addColumn('changed_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
