import { sql } from 'kysely';
import { accountId } from './identitySchema.ts';
import { flag, integer, table, text, time } from './table.ts';

// A row that expired before it was written is no message: it makes unknown addresses look alike.
const WAITING = 'sent_at is null and failed_at is null and expires_at > created_at';
const FAILED = 'failed_at is not null and expires_at > created_at';

/** Which rows of the outbox are messages that wait, or that failed: as their indexes have it. */
export const [messageWaits, messageFailed] = [sql.raw<boolean>(WAITING), sql.raw<boolean>(FAILED)];

/** The tables of messages, limits and repeated requests. The conventions are those of `schema.ts`. */
export const deliverySchema = {
  outbox: table({
    id: text().primaryKey(),
    kind: text<'sms' | 'mail'>(),
    recipient: text(),
    subject: text().nullable(),
    /** Encrypted: it may hold a code or a link. */
    text: text(),
    created_at: time(),
    /** After this the message is dropped, such as an expired code. */
    expires_at: time(),
    attempts: integer(),
    next_attempt_at: time(),
    leased_until: time(),
    /** When the provider accepted it; and when it proved undeliverable, possibly after that. */
    sent_at: time().nullable(),
    failed_at: time().nullable(),
    last_error: text().nullable(),
    /** The account that it is for; null where there is none, or more than one. */
    account_id: accountId().nullable().indexed(),
    /** The budget that an SMS counts against; null counts as a sign-in. A `sign-in` SMS that does not arrive is mailed. */
    purpose: text<'sign-in' | 'invitation' | 'share' | 'announcement'>().nullable(),
    /** 1 where a person waits for it, as for a sign-in code: it is sent before others. */
    urgent: flag().default(0),
    /** The provider's id of the message. */
    provider_id: text().nullable(),
  })
    .index(['kind', 'urgent', 'next_attempt_at'], { name: 'due', where: 'sent_at is null and failed_at is null' })
    // For the metrics.
    .index(['kind', 'created_at'], { name: 'waiting_since', where: WAITING })
    .index(['kind', 'sent_at'], { name: 'sent', where: 'sent_at is not null and failed_at is null' })
    .index(['kind', 'failed_at'], { name: 'failed', where: FAILED })
    // For the sweep; 2592000000 are 30 days.
    .index(['created_at'], { name: 'never_sent', where: 'expires_at <= created_at' })
    .index(['created_at'], { name: 'kept_a_month', where: 'expires_at <= created_at + 2592000000' })
    .index(['expires_at'], { name: 'kept_longer', where: 'expires_at > created_at + 2592000000' }),

  idempotency_keys: table({
    /** The account, or `public` for calls without a session. */
    scope: text(),
    key: text(),
    call: text(),
    body_hash: text(),
    /** Encrypted: it may hold credentials. */
    answer: text(),
    created_at: time().indexed(),
  }).primaryKey('scope', 'key'),

  rate_limits: table({
    key: text().primaryKey(),
    /** What still counts: the newest quarter of the window, and the four before it. */
    count: integer(),
    before_1: integer().default(0),
    before_2: integer().default(0),
    before_3: integer().default(0),
    before_4: integer().default(0),
    /** When the newest quarter ends. */
    window_start: time().indexed(),
  }),
};

export type OutboxTable = (typeof deliverySchema)['outbox']['types'];
