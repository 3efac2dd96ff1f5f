import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Column types that mean the same on both engines: `bigint` holds milliseconds, `integer` counts and flags. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    const table = (name: string) => db.schema.createTable(name);

    await table('events')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(texts('name', 'host', 'tagline', 'time_zone', 'help_desk_email', 'help_desk_phone', 'terms_version'))
      .$call(texts('welcome', 'thanks', 'about', 'privacy_policy'))
      .$call(times('starts_at', 'ends_at'))
      .execute();

    await table('campaigns')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(texts('title'))
      .$call(counts('position', 'hidden'))
      .execute();

    await table('questions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('campaign_id', 'text', (c) => c.notNull().references('campaigns.id'))
      .$call(texts('question', 'type', 'options'))
      .$call(counts('position', 'hidden'))
      .execute();

    await table('content')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(texts('campaign_id', 'type', 'category', 'title', 'body', 'speaker_ids'))
      .$call(optionalTexts('subtitle', 'sponsor', 'slug', 'room', 'tier', 'url'))
      .$call(optionalTimes('starts_at', 'ends_at'))
      .$call(counts('position', 'hidden'))
      .execute();

    await table('accounts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(texts('first_name', 'last_name', 'email', 'phone', 'organization_name', 'organization_type', 'source'))
      .addColumn('email_key', 'text', (c) => c.unique())
      .addColumn('phone_e164', 'text', (c) => c.unique())
      .addColumn('pending_phone', 'text')
      .addColumn('pending_phone_e164', 'text', (c) => c.unique())
      .$call(counts('registration_complete', 'pre_event_complete', 'post_event_complete', 'sms_enabled'))
      .$call(times('created_at', 'updated_at'))
      .execute();

    await table('consents')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(account)
      .$call(texts('terms_version', 'action'))
      .$call(times('accepted_at'))
      .execute();
    await index('consents', 'account_id');

    await table('sessions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(account)
      .$call(counts('proved', 'generation'))
      .$call(times('created_at', 'rotated_at', 'previous_rotated_at', 'expires_at'))
      .$call(optionalTimes('ended_at'))
      .execute();
    await index('sessions', 'account_id');

    await table('login_phones')
      .addColumn('phone_e164', 'text', (c) => c.primaryKey())
      .$call(counts('tries'))
      .$call(times('tries_since'))
      .execute();

    await table('login_codes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('phone_e164', 'text', (c) => c.notNull().references('login_phones.phone_e164'))
      .$call(account)
      .$call(texts('code_hmac'))
      .$call(counts('tries'))
      .$call(times('created_at', 'expires_at'))
      .$call(optionalTimes('used_at'))
      .execute();
    await index('login_codes', 'phone_e164', 'created_at');

    await table('link_tokens')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('token_hash', 'text', (c) => c.notNull().unique())
      .$call(account)
      .$call(optionalTexts('phone_e164'))
      .$call(times('created_at', 'open_before'))
      .$call(optionalTimes('first_opened_at', 'closed_at'))
      .$call(counts('exchanges'))
      .execute();
    await index('link_tokens', 'account_id');

    await table('link_devices')
      .addColumn('link_id', 'text', (c) => c.notNull().references('link_tokens.id').onDelete('cascade'))
      .addColumn('device_hash', 'text', (c) => c.notNull())
      .$call(times('created_at'))
      .$call(optionalTimes('ended_at'))
      .addPrimaryKeyConstraint('link_devices_pk', ['link_id', 'device_hash'])
      .execute();

    await table('answers')
      .$call(account)
      .addColumn('question_id', 'text', (c) => c.notNull().references('questions.id'))
      .$call(texts('campaign_id', 'answers', 'comment'))
      .$call(times('created_at'))
      .addPrimaryKeyConstraint('answers_pk', ['account_id', 'question_id'])
      .execute();

    for (const [name, column] of [
      ['votes', 'vote'],
      ['comments', 'comment'],
    ] as const) {
      await table(name)
        .$call(account)
        .addColumn('content_id', 'text', (c) => c.notNull().references('content.id'))
        .$call(texts(column))
        .$call(times('created_at', 'updated_at'))
        .addPrimaryKeyConstraint(`${name}_pk`, ['account_id', 'content_id'])
        .execute();
    }

    await table('outbox')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .$call(texts('kind', 'recipient', 'text'))
      .$call(optionalTexts('subject', 'last_error'))
      .$call(times('created_at', 'expires_at', 'next_attempt_at', 'leased_until'))
      .$call(counts('attempts'))
      .$call(optionalTimes('sent_at', 'failed_at'))
      .execute();
    await index('outbox', 'sent_at', 'next_attempt_at');

    await table('idempotency_keys')
      .$call(texts('scope', 'key', 'call', 'body_hash', 'answer'))
      .$call(times('created_at'))
      .addPrimaryKeyConstraint('idempotency_keys_pk', ['scope', 'key'])
      .execute();

    await table('rate_limits')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .$call(counts('count'))
      .$call(times('window_start'))
      .execute();

    function index(name: string, ...columns: string[]) {
      return db.schema
        .createIndex(`${name}_by_${columns.join('_')}`)
        .on(name)
        .columns(columns)
        .execute();
    }
  },
};

type Table = CreateTableBuilder<string, string>;
type Step = (table: Table) => Table;

const account: Step = (table) =>
  table.addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id').onDelete('cascade'));

const texts = required('text');
const times = required('bigint');
const counts = required('integer');
const optionalTexts = optional('text');
const optionalTimes = optional('bigint');

function required(type: 'text' | 'bigint' | 'integer') {
  return (...names: string[]): Step =>
    (table) =>
      names.reduce((made, name) => made.addColumn(name, type, (c) => c.notNull()), table);
}

function optional(type: 'text' | 'bigint') {
  return (...names: string[]): Step =>
    (table) =>
      names.reduce((made, name) => made.addColumn(name, type), table);
}
