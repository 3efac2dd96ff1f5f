export const staffTables = [
  `create table staff (
    id text primary key,
    email text not null,
    email_key text unique,
    name text not null,
    role text not null,
    password_hash text not null,
    totp_secret text,
    totp_enabled_at bigint,
    totp_step bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null,
    removed_at bigint
  )`,

  `create table staff_sessions (
    id text primary key,
    staff_id text not null references staff (id) on delete cascade,
    token_hash text not null unique,
    needs_second_factor integer not null,
    user_agent text not null,
    created_at bigint not null,
    last_used_at bigint not null,
    confirmed_at bigint not null
  )`,
  'create index staff_sessions_by_staff_id on staff_sessions (staff_id)',
  'create index staff_sessions_by_last_used_at on staff_sessions (last_used_at)',

  `create table staff_invitations (
    id text primary key,
    token_hash text not null unique,
    email text not null,
    email_key text not null,
    role text not null,
    invited_by text references staff (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index staff_invitations_by_email_key on staff_invitations (email_key)',
  'create index staff_invitations_by_expires_at on staff_invitations (expires_at)',

  `create table staff_password_resets (
    token_hash text primary key,
    email_key text not null,
    staff_id text references staff (id) on delete cascade,
    created_at bigint not null
  )`,
  'create index staff_password_resets_by_email_key on staff_password_resets (email_key)',
  'create index staff_password_resets_by_created_at on staff_password_resets (created_at)',

  `create table staff_passkeys (
    id text primary key,
    staff_id text not null references staff (id) on delete cascade,
    name text not null,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  'create index staff_passkeys_by_staff_id on staff_passkeys (staff_id)',

  `create table staff_challenges (
    challenge_hash text primary key,
    staff_id text references staff (id) on delete cascade,
    created_at bigint not null
  )`,
  'create index staff_challenges_by_created_at on staff_challenges (created_at)',

  `create table staff_recovery_codes (
    staff_id text not null references staff (id) on delete cascade,
    code_hmac text not null,
    primary key (staff_id, code_hmac)
  )`,

  `create table stage_screens (
    id text primary key,
    name text not null,
    key_hash text not null unique,
    created_by text not null references staff (id),
    created_at bigint not null,
    last_used_at bigint
  )`,

  `create table summary_links (
    id text primary key,
    content_id text not null references content (id),
    name text not null,
    token_hash text not null unique,
    created_by text not null references staff (id),
    created_at bigint not null,
    expires_at bigint not null,
    uses integer not null,
    last_used_at bigint
  )`,
  'create index summary_links_by_content_id on summary_links (content_id)',
  'create index summary_links_by_expires_at on summary_links (expires_at)',

  `create table audit_log (
    id text primary key,
    at bigint not null,
    staff_id text references staff (id),
    action text not null,
    entity text not null,
    entity_id text not null,
    fields text not null,
    trace_id text
  )`,
  'create index audit_log_by_at on audit_log (at, id)',
];
