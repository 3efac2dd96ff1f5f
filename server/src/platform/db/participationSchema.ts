import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import { FAIR_COUNTS } from './fairCounts.ts';
import { accountId, SAVED_SESSIONS } from './identitySchema.ts';
import { flag, integer, table, text, time } from './table.ts';

/**
 * Whether what an account has sent counts: for those who count confirmed accounts, for those who count everyone, or not at
 * all, because it was part of a flood (decision 056). Each row has the standing of its account.
 */
export type Standing = 'confirmed' | 'unconfirmed' | 'dismissed';
/** What counts. */
export const COUNTED_STANDINGS: Standing[] = ['confirmed', 'unconfirmed'];
const standing = () => text<Standing>().default('unconfirmed').since(FAIR_COUNTS);

/** The migration of decision 072. */
export const NOTES = '0008_notes';

/** The tables of what attendees send. The conventions are those of `schema.ts`. */
export const participationSchema = {
  answers: table({
    account_id: accountId(),
    question_id: text().references('questions.id'),
    campaign_id: text(),
    /** JSON: (string | number)[] */
    answers: text(),
    comment: text(),
    created_at: time(),
    /** When it was made, as its phone reported, if it arrived after the closing and counts (decision 053). */
    made_at: time().nullable(),
    standing: standing(),
  })
    .primaryKey('account_id', 'question_id')
    // Version 0.2.0 counts from the first index alone, this version from the second; the console's overview, every two
    // seconds, from the third.
    .index(['question_id', 'answers'])
    .index(['question_id', 'standing', 'answers'], { since: FAIR_COUNTS })
    .index(['question_id', 'created_at'])
    .index(['question_id'], { name: 'late', where: 'made_at is not null' }),

  /** A text that a stage screen may show. */
  answer_approvals: table({
    account_id: accountId().indexed(),
    question_id: text().references('questions.id'),
    approved_at: time(),
  }).primaryKey('question_id', 'account_id'),

  votes: table({
    account_id: accountId(),
    content_id: text().references('content.id'),
    vote: text<'up' | 'down'>(),
    created_at: time().indexed(),
    updated_at: time(),
    standing: standing(),
  })
    .primaryKey('account_id', 'content_id')
    // Votes are counted from an index alone: by version 0.2.0 from the first, by this version from the second.
    .index(['content_id', 'vote'])
    .index(['content_id', 'vote', 'standing'], { since: FAIR_COUNTS }),

  comments: table({
    account_id: accountId(),
    content_id: text().references('content.id'),
    comment: text(),
    created_at: time().indexed(),
    updated_at: time(),
    standing: standing(),
  })
    .primaryKey('account_id', 'content_id')
    .index(['content_id', 'updated_at'])
    // For the stream of all comments, the newest first.
    .index(['updated_at'], { since: '0003_stage' })
    // Comments are counted from this index alone.
    .index(['content_id', 'standing'], { since: FAIR_COUNTS }),

  /** What the staff has decided about a comment; without a row it is not hidden. The comment stays as it is. */
  comment_moderations: table({
    account_id: accountId().indexed(),
    content_id: text().references('content.id'),
    /** Null: not hidden. */
    hidden_at: time().nullable(),
    note: text(),
  }).primaryKey('content_id', 'account_id'),

  /** A question from the hall to the speakers of a session. */
  audience_questions: table({
    id: text().primaryKey(),
    account_id: accountId().indexed(),
    content_id: text().references('content.id'),
    text: text(),
    state: text<AudienceQuestionState>(),
    created_at: time().indexed(),
    /** When it last got a state. */
    updated_at: time(),
    standing: standing(),
    /** How many upvotes count, how many of them are by confirmed accounts, and how often either has changed. */
    upvotes: integer().default(0).since(FAIR_COUNTS),
    confirmed_upvotes: integer().default(0).since(FAIR_COUNTS),
    upvote_changes: integer().default(0).since(FAIR_COUNTS),
  })
    .index(['content_id', 'created_at'])
    // For the queue, which the staff reads and searches in parts, the oldest first.
    .index(['state', 'content_id'])
    .index(['state', 'created_at'])
    // The queue is counted every second.
    .index(['state', 'standing'], { since: FAIR_COUNTS }),

  audience_question_upvotes: table({
    audience_question_id: text().references('audience_questions.id', 'cascade'),
    account_id: accountId().indexed(),
    created_at: time(),
    standing: standing(),
  }).primaryKey('audience_question_id', 'account_id'),

  /** The questions to which an account has answered, and its owner has said that someone else did (decision 022). */
  withdrawn_answers: table(
    { account_id: accountId(), question_id: text().references('questions.id') },
    FAIR_COUNTS,
  ).primaryKey('account_id', 'question_id'),

  /** A session of the agenda that an account has saved (decision 069). Staff see how many have, and never who. */
  saved_sessions: table(
    {
      account_id: accountId(),
      content_id: text().references('content.id'),
      /** 0 once it is let go: a deleted row would make two versions of what an account has saved look the same. */
      saved: flag(),
      created_at: time(),
      updated_at: time(),
      standing: text<Standing>(),
    },
    SAVED_SESSIONS,
  )
    .primaryKey('account_id', 'content_id')
    // They are counted from this index alone.
    .index(['content_id', 'saved', 'standing']),

  /** What an account has noted for itself about a session (decision 072). Nobody else reads it, and nothing counts it. */
  own_notes: table(
    {
      account_id: accountId(),
      content_id: text().references('content.id'),
      /** Empty once it is removed, for the same reason as `saved_sessions.saved`. */
      note: text(),
      created_at: time(),
      updated_at: time(),
    },
    NOTES,
  ).primaryKey('account_id', 'content_id'),

  feedback: table({
    id: text().primaryKey(),
    account_id: accountId().indexed(),
    message: text(),
    created_at: time().indexed(),
  }),
};
