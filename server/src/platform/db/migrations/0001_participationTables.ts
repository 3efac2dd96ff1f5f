/** What attendees send. Indexes on `account_id` alone are for the deletion of an account's rows. */
export const participationTables = [
  `create table answers (
    account_id text not null references accounts (id) on delete cascade,
    question_id text not null references questions (id),
    campaign_id text not null,
    answers text not null,
    comment text not null,
    created_at bigint not null,
    made_at bigint,
    primary key (account_id, question_id)
  )`,
  // Results are counted from this index alone; the console's overview, every two seconds, from the next.
  'create index answers_by_question_id_answers on answers (question_id, answers)',
  'create index answers_by_question_id_created_at on answers (question_id, created_at)',
  'create index answers_late on answers (question_id) where made_at is not null',

  `create table answer_approvals (
    account_id text not null references accounts (id) on delete cascade,
    question_id text not null references questions (id),
    approved_at bigint not null,
    primary key (question_id, account_id)
  )`,
  'create index answer_approvals_by_account_id on answer_approvals (account_id)',

  `create table votes (
    account_id text not null references accounts (id) on delete cascade,
    content_id text not null references content (id),
    vote text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (account_id, content_id)
  )`,
  // Votes are counted from this index alone.
  'create index votes_by_content_id_vote on votes (content_id, vote)',
  'create index votes_by_created_at on votes (created_at)',

  `create table comments (
    account_id text not null references accounts (id) on delete cascade,
    content_id text not null references content (id),
    comment text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (account_id, content_id)
  )`,
  'create index comments_by_content_id_updated_at on comments (content_id, updated_at)',
  'create index comments_by_created_at on comments (created_at)',

  `create table comment_moderations (
    account_id text not null references accounts (id) on delete cascade,
    content_id text not null references content (id),
    hidden_at bigint,
    note text not null,
    primary key (content_id, account_id)
  )`,
  'create index comment_moderations_by_account_id on comment_moderations (account_id)',

  `create table audience_questions (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    content_id text not null references content (id),
    text text not null,
    state text not null,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  'create index audience_questions_by_account_id on audience_questions (account_id)',
  'create index audience_questions_by_content_id_created_at on audience_questions (content_id, created_at)',
  // For the queue, which the staff reads and searches in parts, the oldest first.
  'create index audience_questions_by_state_content_id on audience_questions (state, content_id)',
  'create index audience_questions_by_state_created_at on audience_questions (state, created_at)',
  'create index audience_questions_by_created_at on audience_questions (created_at)',

  `create table audience_question_upvotes (
    audience_question_id text not null references audience_questions (id) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    created_at bigint not null,
    primary key (audience_question_id, account_id)
  )`,
  'create index audience_question_upvotes_by_account_id on audience_question_upvotes (account_id)',

  `create table feedback (
    id text primary key,
    account_id text not null references accounts (id) on delete cascade,
    message text not null,
    created_at bigint not null
  )`,
  'create index feedback_by_account_id on feedback (account_id)',
  'create index feedback_by_created_at on feedback (created_at)',
];
