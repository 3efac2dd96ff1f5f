import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * When the phone and the e-mail of an account were proved, and a changed phone in a table of its own: many accounts
 * may claim one number, which the unique `accounts.pending_phone_e164` forbids. That column and `pending_phone` are
 * no longer used.
 *
 * Existing data count as proved only where nothing else can explain them. An account left unproved by mistake loses
 * little: its next sign-in by SMS counts as the first proof.
 */
export const proofs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const [name, type] of [
      ['phone_proved_at', 'bigint'],
      ['email_proved_at', 'bigint'],
      ['email_claim_key', 'text'],
    ] as const) {
      await db.schema.alterTable('accounts').addColumn(name, type).execute();
    }
    await db.schema.createIndex('accounts_by_email_claim_key').on('accounts').column('email_claim_key').execute();
    await db.schema.alterTable('link_tokens').addColumn('email_key', 'text').execute();

    await db.schema
      .createTable('phone_changes')
      .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id').onDelete('cascade'))
      .addColumn('session_id', 'text', (c) => c.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('phone', 'text', (c) => c.notNull())
      .addColumn('phone_e164', 'text', (c) => c.notNull())
      .addColumn('code_hmac', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('texted_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    for (const column of ['session_id', 'phone_e164']) {
      await db.schema.createIndex(`phone_changes_by_${column}`).on('phone_changes').column(column).execute();
    }

    // A claim outlived the proof of another number, so earlier claims do not count.
    await sql`update accounts set pending_phone = null, pending_phone_e164 = null
      where pending_phone_e164 is not null`.execute(db);

    // Only the holder of a phone opens a link that was texted to it. A proved session shows the same where the
    // number came from registration; a ticket's number could change during one. A used code shows nothing: a code that
    // was mailed instead is marked as used as well.
    await sql`update accounts set phone_proved_at = updated_at
      where phone_e164 is not null and (
        exists (select 1 from link_tokens l where l.account_id = accounts.id
          and l.phone_e164 = accounts.phone_e164 and l.first_opened_at is not null)
        or (source = 'registration'
          and exists (select 1 from sessions s where s.account_id = accounts.id and s.proved = 1)))`.execute(db);

    // The ticket's address, for accounts that were activated after a link mailed to it was opened.
    await sql`update accounts set email_proved_at = updated_at
      where source <> 'registration' and registration_complete = 1
        and exists (select 1 from tickets t where t.account_id = accounts.id and t.email_key = accounts.email_key)
        and exists (select 1 from link_tokens l where l.account_id = accounts.id
          and l.phone_e164 is null and l.first_opened_at is not null)`.execute(db);

    // A link is valid for the address that it was mailed to. Links mailed to an unproved address store none and are
    // rejected; invitations store theirs.
    await sql`update link_tokens set email_key = (select a.email_key from accounts a where a.id = link_tokens.account_id)
      where phone_e164 is null and account_id in (select a.id from accounts a
        where a.source <> 'registration' and (a.registration_complete = 0 or a.email_proved_at is not null))`.execute(
      db,
    );

    // Sessions that such a mailed link opened after the owner had proved the phone.
    await sql`update sessions set ended_at = rotated_at
      where proved = 0 and ended_at is null and account_id in (select a.id from accounts a
        where a.phone_proved_at is not null and a.email_proved_at is null)`.execute(db);
  },
};
