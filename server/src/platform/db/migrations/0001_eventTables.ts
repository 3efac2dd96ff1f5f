export const eventTables = [
  `create table events (
    id text primary key,
    name text not null,
    host text not null,
    tagline text not null,
    time_zone text not null,
    starts_at bigint not null,
    ends_at bigint not null,
    help_desk_email text not null,
    help_desk_phone text not null,
    terms_version text not null,
    welcome text not null,
    thanks text not null,
    about text not null,
    privacy_policy text not null
  )`,

  `create table campaigns (
    id text primary key,
    title text not null,
    position integer not null,
    hidden integer not null
  )`,

  `create table questions (
    id text primary key,
    campaign_id text not null references campaigns (id),
    position integer not null,
    question text not null,
    type text not null,
    options text not null,
    hidden integer not null
  )`,

  `create table polls (
    question_id text primary key references questions (id),
    state text not null,
    shown_to text not null,
    closes_at bigint,
    opened_at bigint,
    stage_position integer,
    version integer not null
  )`,

  `create table content (
    id text primary key,
    campaign_id text not null,
    position integer not null,
    type text not null,
    category text not null,
    title text not null,
    subtitle text,
    starts_at bigint,
    ends_at bigint,
    sponsor text,
    slug text,
    body text not null,
    room text,
    speaker_ids text not null,
    tier text,
    url text,
    picture text,
    hidden integer not null,
    event_id text,
    revision integer not null default 0,
    changed_at bigint not null default 0
  )`,

  // This table and `change_counter` get their one row with the first change: a restore fills the tables as they were.
  `create table stage (
    id integer primary key,
    question_id text references questions (id),
    content_id text references content (id)
  )`,

  `create table change_counter (
    id integer primary key,
    seq bigint not null
  )`,

  `create table changes (
    seq bigint primary key,
    topic text not null,
    ref text not null,
    at bigint not null
  )`,
  // For the newest change of each topic, and for the sweep.
  'create index changes_by_topic_seq on changes (topic, seq)',
  'create index changes_by_at on changes (at)',
];
