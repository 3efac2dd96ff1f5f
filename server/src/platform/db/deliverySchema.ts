import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** The tables of messages, limits and repeated requests. The conventions are those of `schema.ts`. */
export interface DeliveryTables {
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: RateLimitTable;
}

export interface OutboxTable {
  id: string;
  kind: 'sms' | 'mail';
  recipient: string;
  subject: string | null;
  /** Encrypted: it may hold a code or a link. */
  text: string;
  created_at: number;
  /** After this the message is dropped, such as an expired code. */
  expires_at: number;
  attempts: number;
  next_attempt_at: number;
  leased_until: number;
  /** When the provider accepted it; and when it proved undeliverable, possibly after that. */
  sent_at: number | null;
  failed_at: number | null;
  last_error: string | null;
  /** The account that it is for; null where there is none, or more than one. */
  account_id: string | null;
  /** The budget that an SMS counts against; null counts as a sign-in. A `sign-in` SMS that does not arrive is mailed. */
  purpose: 'sign-in' | 'invitation' | 'share' | null;
  /** 1 where a person waits for it, as for a sign-in code: it is sent before others. */
  urgent: Generated<Flag>;
  /** The provider's id of the message. */
  provider_id: string | null;
}

interface IdempotencyKeyTable {
  /** The account, or `public` for calls without a session. */
  scope: string;
  key: string;
  call: string;
  body_hash: string;
  /** Encrypted: it may hold credentials. */
  answer: string;
  created_at: number;
}

interface RateLimitTable {
  key: string;
  /** What still counts: the newest quarter of the window, and the four before it. */
  count: number;
  before_1: Generated<number>;
  before_2: Generated<number>;
  before_3: Generated<number>;
  before_4: Generated<number>;
  /** When the newest quarter ends. */
  window_start: number;
}
