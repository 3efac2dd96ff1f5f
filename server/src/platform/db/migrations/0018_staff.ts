import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The members of the staff, how they sign in, their devices, and the record of what they changed (decision 046). */
export const staff: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('staff')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('totp_secret', 'text')
      .addColumn('totp_enabled_at', 'bigint')
      .addColumn('totp_step', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('removed_at', 'bigint')
      .execute();

    await db.schema
      .createTable('staff_sessions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('needs_second_factor', 'integer', (c) => c.notNull())
      .addColumn('user_agent', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addColumn('confirmed_at', 'bigint', (c) => c.notNull())
      .execute();
    await index('staff_sessions', 'staff_id');
    await index('staff_sessions', 'last_used_at');

    await db.schema
      .createTable('staff_invitations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('invited_by', 'text', (c) => c.references('staff.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await index('staff_invitations', 'email_key');
    await index('staff_invitations', 'expires_at');

    await db.schema
      .createTable('staff_password_resets')
      .addColumn('token_hash', 'text', (c) => c.primaryKey())
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('staff_id', 'text', (c) => c.references('staff.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await index('staff_password_resets', 'email_key');
    await index('staff_password_resets', 'created_at');

    await db.schema
      .createTable('staff_passkeys')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await index('staff_passkeys', 'staff_id');

    await db.schema
      .createTable('staff_challenges')
      .addColumn('challenge_hash', 'text', (c) => c.primaryKey())
      .addColumn('staff_id', 'text', (c) => c.references('staff.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await index('staff_challenges', 'created_at');

    await db.schema
      .createTable('staff_recovery_codes')
      .addColumn('staff_id', 'text', (c) => c.notNull().references('staff.id').onDelete('cascade'))
      .addColumn('code_hmac', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_recovery_codes_pk', ['staff_id', 'code_hmac'])
      .execute();

    await db.schema
      .createTable('staff_devices')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('key_hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_by', 'text', (c) => c.notNull().references('staff.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();

    await db.schema
      .createTable('audit_log')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .addColumn('staff_id', 'text', (c) => c.references('staff.id'))
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('entity', 'text', (c) => c.notNull())
      .addColumn('entity_id', 'text', (c) => c.notNull())
      .addColumn('fields', 'text', (c) => c.notNull())
      .addColumn('trace_id', 'text')
      .execute();
    await db.schema.createIndex('audit_log_by_at').on('audit_log').columns(['at', 'id']).execute();

    function index(table: string, column: string) {
      return db.schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
    }
  },
};
