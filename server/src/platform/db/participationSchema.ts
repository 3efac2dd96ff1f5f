import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import { accountId } from './identitySchema.ts';
import { table, text, time } from './table.ts';

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
  })
    .primaryKey('account_id', 'question_id')
    // Results are counted from this index alone; the console's overview, every two seconds, from the next.
    .index(['question_id', 'answers'])
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
  })
    .primaryKey('account_id', 'content_id')
    // Votes are counted from this index alone.
    .index(['content_id', 'vote']),

  comments: table({
    account_id: accountId(),
    content_id: text().references('content.id'),
    comment: text(),
    created_at: time().indexed(),
    updated_at: time(),
  })
    .primaryKey('account_id', 'content_id')
    .index(['content_id', 'updated_at']),

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
  })
    .index(['content_id', 'created_at'])
    // For the queue, which the staff reads and searches in parts, the oldest first.
    .index(['state', 'content_id'])
    .index(['state', 'created_at']),

  audience_question_upvotes: table({
    audience_question_id: text().references('audience_questions.id', 'cascade'),
    account_id: accountId().indexed(),
    created_at: time(),
  }).primaryKey('audience_question_id', 'account_id'),

  feedback: table({
    id: text().primaryKey(),
    account_id: accountId().indexed(),
    message: text(),
    created_at: time().indexed(),
  }),
};
