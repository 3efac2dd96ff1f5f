import * as z from 'zod/mini';
import { HOUR } from './constants.ts';
import { defineCall, results } from './defineCall.ts';
import { requiredText } from './text.ts';
import { flagOr, readableItems } from './tolerant.ts';

/**
 * Of a question from the hall. `pending` and `dismissed`: only its author and the staff see it; `pinned`: the one that is
 * put to the speaker, of each session at most one.
 */
export const AUDIENCE_QUESTION_STATES = ['pending', 'shown', 'pinned', 'answered', 'dismissed'] as const;
export type AudienceQuestionState = (typeof AUDIENCE_QUESTION_STATES)[number];

/** Characters of one question. */
export const AUDIENCE_QUESTION_MAX = 500;

/** A question from the hall to the speakers of a session (decision 051). It names no one. */
export const audienceQuestion = z.object({
  id: z.string(),
  contentId: z.string(),
  text: z.string(),
  state: z.enum(AUDIENCE_QUESTION_STATES),
  /** How many accounts want it to be put. */
  upvotes: z.int(),
  /** Whether this account is one of them. */
  upvoted: z.boolean(),
  /** Whether this account has asked it. */
  own: z.boolean(),
});
export type WrittenAudienceQuestion = z.infer<typeof audienceQuestion>;

const readableAudienceQuestion = z.extend(audienceQuestion, {
  upvotes: z.catch(z.int(), 0),
  upvoted: flagOr(false),
  own: flagOr(false),
});
/** A question from the hall as the client reads it. One in an unknown state is not readable. */
export type AudienceQuestion = z.infer<typeof readableAudienceQuestion>;

/** What the form of a question from the hall checks. */
export const audienceQuestionForm = z.object({ text: requiredText('Required', AUDIENCE_QUESTION_MAX) });

export const getAudienceQuestions = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/audience-questions/{contentId}',
  caller: 'account',
  summary: 'The questions from the hall to a session that everyone sees, and those of this account.',
  answer: results(z.array(audienceQuestion)),
  read: results(readableItems(readableAudienceQuestion)),
});

export const getOwnAudienceQuestions = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/audience-questions',
  caller: 'account',
  summary: 'The questions that this account has asked, to all sessions, the newest first.',
  answer: results(z.array(audienceQuestion)),
  read: results(readableItems(readableAudienceQuestion)),
});

export const createAudienceQuestion = defineCall({
  method: 'POST',
  path: '/public/audience-questions',
  caller: 'account',
  status: 201,
  summary: 'Asks the speakers of a session. The staff shows the question to the others, or dismisses it.',
  body: z.extend(audienceQuestionForm, { contentId: z.string({ error: 'Required' }) }),
  answer: results(audienceQuestion),
  read: results(readableAudienceQuestion),
  // More than anyone has to ask within a session, and less than fills the moderation queue.
  limits: { account: { count: 'audienceQuestion', max: 20, windowMs: HOUR } },
  idempotent: true,
});

export const upvoteAudienceQuestion = defineCall({
  method: 'PUT',
  path: '/public/audience-questions/{audienceQuestionId}/upvote',
  caller: 'account',
  summary: 'Upvotes a question from the hall, or removes the upvote; one for each account.',
  body: z.object({ upvoted: z.boolean({ error: 'Must be true or false' }) }),
  // More than anyone taps, changes of mind included.
  limits: { account: { count: 'audienceQuestionUpvote', max: 300, windowMs: HOUR } },
  answer: results(audienceQuestion),
  read: results(readableAudienceQuestion),
});
