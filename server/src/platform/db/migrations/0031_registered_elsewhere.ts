import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where an account was registered, whether its owner has to say who did it, and to enter other details (decision 022). */
export const registeredElsewhere: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('registered_on', 'text').execute();
    for (const flag of ['registered_elsewhere', 'details_due']) {
      await db.schema
        .alterTable('accounts')
        .addColumn(flag, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    }
  },
};
