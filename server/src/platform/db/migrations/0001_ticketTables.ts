export const ticketTables = [
  `create table tickets (
    source text not null,
    external_id text not null,
    account_id text references accounts (id) on delete set null,
    status text not null,
    order_id text not null,
    ticket_type text not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    email_key text not null,
    phone text not null,
    organization_name text not null,
    organization_type text not null,
    imported_at bigint not null,
    updated_at bigint not null,
    source_changed_at bigint,
    cancelled_at bigint,
    erased_at bigint,
    primary key (source, external_id)
  )`,
  'create index tickets_by_account_id on tickets (account_id)',
  'create index tickets_by_email_key on tickets (email_key)',

  `create table ticket_fetches (
    path text primary key,
    requests integer not null,
    done_requests integer not null,
    next_attempt_at bigint not null,
    leased_until bigint not null,
    attempts integer not null,
    failed_at bigint,
    last_error text
  )`,
  `create index ticket_fetches_due on ticket_fetches (next_attempt_at, path)
    where requests > done_requests and failed_at is null`,

  `create table invitations (
    outbox_id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    kind text not null,
    created_at bigint not null
  )`,
  'create index invitations_by_account_id on invitations (account_id)',
];
