import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Devices that signed in by proving the phone; their codes and tries have a count of their own. */
export const knownDevices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('known_devices')
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
      .addColumn('device_hash', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('known_devices_pk', ['account_id', 'device_hash'])
      .execute();
    await db.schema.createIndex('known_devices_by_created_at').on('known_devices').column('created_at').execute();
    for (const column of ['known_device', 'known_tries']) {
      await db.schema
        .alterTable('login_codes')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await db.schema
      .alterTable('login_codes')
      .addColumn('way', 'text', (c) => c.notNull().defaultTo('sms'))
      .execute();
  },
};
