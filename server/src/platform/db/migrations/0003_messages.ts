import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('accounts').addColumn('sms_undeliverable_at', 'bigint').execute();
    await db.schema.alterTable('accounts').addColumn('sms_undeliverable_code', 'text').execute();

    await db.schema
      .alterTable('outbox')
      .addColumn('account_id', 'text', (c) => c.references('accounts.id').onDelete('cascade'))
      .execute();
    for (const name of ['purpose', 'provider_id']) {
      await db.schema.alterTable('outbox').addColumn(name, 'text').execute();
    }
    await db.schema.createIndex('outbox_by_account_id').on('outbox').column('account_id').execute();
    // Finds the messages to send without reading those that were sent or failed.
    await db.schema
      .createIndex('outbox_waiting')
      .on('outbox')
      .columns(['kind', 'next_attempt_at'])
      .where(sql<boolean>`sent_at is null and failed_at is null`)
      .execute();
  },
};
