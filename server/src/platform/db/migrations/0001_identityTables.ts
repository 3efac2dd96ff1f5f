export const identityTables = [
  `create table accounts (
    id text primary key,
    first_name text not null,
    last_name text not null,
    email text not null,
    email_key text unique,
    email_proved_at bigint,
    email_claim_key text,
    phone text not null,
    phone_e164 text unique,
    phone_proved_at bigint,
    organization_name text not null,
    organization_type text not null,
    registration_complete integer not null,
    pre_event_complete integer not null,
    post_event_complete integer not null,
    sms_enabled integer not null,
    sms_undeliverable_at bigint,
    sms_undeliverable_code text,
    password_hash text,
    registered_on text,
    registered_elsewhere integer not null default 0,
    details_due integer not null default 0,
    source text not null,
    invited_at bigint,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index accounts_by_email_claim_key on accounts (email_claim_key)',
  // In this order: by the other one, a search for invitations would use it, and sort.
  'create index accounts_by_registration on accounts (source, registration_complete)',
  `create index accounts_to_invite on accounts (created_at, id)
    where registration_complete = 0 and invited_at is null`,

  `create table consents (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    terms_version text not null,
    action text not null,
    accepted_at bigint not null
  )`,
  'create index consents_by_account_id on consents (account_id)',

  `create table sessions (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    proved integer not null,
    link_id text,
    generation integer not null,
    created_at bigint not null,
    rotated_at bigint not null,
    previous_rotated_at bigint not null,
    expires_at bigint not null,
    ended_at bigint
  )`,
  // Also for the console, which counts who has signed in today in the order of the accounts (decision 053).
  'create index sessions_by_account_id_created_at on sessions (account_id, created_at)',
  'create index sessions_by_expires_at on sessions (expires_at)',

  `create table phone_changes (
    account_id text primary key references accounts (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    phone text not null,
    phone_e164 text not null,
    code_hmac text not null,
    tries integer not null,
    created_at bigint not null,
    texted_at bigint not null,
    expires_at bigint not null
  )`,
  'create index phone_changes_by_session_id on phone_changes (session_id)',
  'create index phone_changes_by_phone_e164 on phone_changes (phone_e164)',
  'create index phone_changes_by_created_at on phone_changes (created_at)',

  `create table login_phones (
    phone_e164 text primary key,
    requested_at bigint not null
  )`,
  'create index login_phones_by_requested_at on login_phones (requested_at)',

  `create table login_codes (
    id text primary key,
    phone_e164 text not null references login_phones (phone_e164),
    account_id text not null references accounts (id) on delete cascade,
    code_hmac text not null,
    tries integer not null,
    known_tries integer not null default 0,
    known_device integer not null default 0,
    way text not null default 'sms',
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  'create index login_codes_by_phone_e164_created_at on login_codes (phone_e164, created_at)',
  'create index login_codes_by_account_id on login_codes (account_id)',
  'create index login_codes_by_created_at on login_codes (created_at)',

  `create table link_tokens (
    id text primary key,
    token_hash text not null unique,
    account_id text not null references accounts (id) on delete cascade,
    phone_e164 text,
    email_key text,
    created_at bigint not null,
    open_before bigint not null,
    first_opened_at bigint,
    exchanges integer not null,
    closed_at bigint
  )`,
  'create index link_tokens_by_account_id on link_tokens (account_id)',
  'create index link_tokens_unopened on link_tokens (open_before) where first_opened_at is null',

  `create table link_devices (
    link_id text not null references link_tokens (id) on delete cascade,
    device_hash text not null,
    created_at bigint not null,
    ended_at bigint,
    session_id text,
    primary key (link_id, device_hash)
  )`,

  `create table known_devices (
    account_id text not null references accounts (id),
    device_hash text not null,
    created_at bigint not null,
    primary key (account_id, device_hash)
  )`,
  'create index known_devices_by_created_at on known_devices (created_at)',

  `create table password_resets (
    token_hash text primary key,
    email_key text not null,
    account_id text references accounts (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
  )`,
  'create index password_resets_by_email_key_created_at on password_resets (email_key, created_at)',
  'create index password_resets_by_account_id on password_resets (account_id)',
  'create index password_resets_by_created_at on password_resets (created_at)',

  `create table erasures (
    id text primary key,
    rows integer not null,
    erased_at bigint not null
  )`,
];
