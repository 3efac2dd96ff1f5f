import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where an account was registered, and whether its owner has still to say who did it (decision 022). */
export const registeredElsewhere: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('registered_on', 'text').execute();
    await db.schema
      .alterTable('accounts')
      .addColumn('registered_elsewhere', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
