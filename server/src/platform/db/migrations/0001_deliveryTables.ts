export const deliveryTables = [
  `create table outbox (
    id text primary key,
    kind text not null,
    recipient text not null,
    subject text,
    text text not null,
    created_at bigint not null,
    expires_at bigint not null,
    attempts integer not null,
    next_attempt_at bigint not null,
    leased_until bigint not null,
    sent_at bigint,
    failed_at bigint,
    last_error text,
    account_id text references accounts (id) on delete cascade,
    purpose text,
    urgent integer not null default 0,
    provider_id text
  )`,
  'create index outbox_by_account_id on outbox (account_id)',
  `create index outbox_due on outbox (kind, urgent, next_attempt_at)
    where sent_at is null and failed_at is null`,
  // For the metrics. A row that expired before it was written is no message: it makes unknown addresses look alike.
  `create index outbox_waiting_since on outbox (kind, created_at)
    where sent_at is null and failed_at is null and expires_at > created_at`,
  'create index outbox_sent on outbox (kind, sent_at) where sent_at is not null and failed_at is null',
  'create index outbox_failed on outbox (kind, failed_at) where failed_at is not null and expires_at > created_at',
  // For the sweep; 2592000000 are 30 days.
  'create index outbox_never_sent on outbox (created_at) where expires_at <= created_at',
  'create index outbox_kept_a_month on outbox (created_at) where expires_at <= created_at + 2592000000',
  'create index outbox_kept_longer on outbox (expires_at) where expires_at > created_at + 2592000000',

  `create table idempotency_keys (
    scope text not null,
    key text not null,
    call text not null,
    body_hash text not null,
    answer text not null,
    created_at bigint not null,
    primary key (scope, key)
  )`,
  'create index idempotency_keys_by_created_at on idempotency_keys (created_at)',

  `create table rate_limits (
    key text primary key,
    count integer not null,
    before_1 integer not null default 0,
    before_2 integer not null default 0,
    before_3 integer not null default 0,
    before_4 integer not null default 0,
    window_start bigint not null
  )`,
  'create index rate_limits_by_window_start on rate_limits (window_start)',
];
