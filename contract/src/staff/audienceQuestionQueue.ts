import * as z from 'zod/mini';
import { AUDIENCE_QUESTION_STATES, audienceQuestion } from '../audienceQuestion.ts';
import { defineCall, results } from '../defineCall.ts';
import { STAGE_STAFF } from './polls.ts';
import { pageNumber, searchTerm } from './staffFields.ts';

/** A question from the hall, as the moderators see it. */
export const queuedAudienceQuestion = z.object({
  ...z.omit(audienceQuestion, { upvoted: true, own: true }).shape,
  /** The title of the session. */
  title: z.string(),
  /** ISO 8601. */
  askedAt: z.string(),
  /** How many of the upvotes are by confirmed accounts. */
  confirmedUpvotes: z.int(),
  /** The same for all questions of one author. It names no one. */
  author: z.string(),
  authorIsConfirmed: z.boolean(),
  /** Whether the author may not ask or upvote any more. */
  isAuthorBlocked: z.boolean(),
});
export type QueuedAudienceQuestion = z.infer<typeof queuedAudienceQuestion>;

export const AUDIENCE_QUESTIONS_PER_PAGE = 50;

export const getAudienceQuestionQueue = defineCall({
  method: 'GET',
  path: '/staff/audience-questions',
  caller: STAGE_STAFF,
  summary: 'The questions from the hall, the oldest first; the newest state of each.',
  query: z.object({
    /** Part of the text. */
    search: searchTerm,
    contentId: z.optional(z.string()),
    /** `undecided`: those that still concern the session, which wait, are shown or pinned. */
    state: z.optional(z.enum([...AUDIENCE_QUESTION_STATES, 'undecided'])),
    page: pageNumber,
  }),
  answer: results(z.object({ audienceQuestions: z.array(queuedAudienceQuestion), total: z.int() })),
});

const moderated = z.extend(results(z.array(queuedAudienceQuestion)), {
  /** The states before of all that have changed: also of one that was pinned, in whose place another is. */
  before: z.array(z.object({ id: z.string(), state: z.enum(AUDIENCE_QUESTION_STATES) })),
});

export const moderateAudienceQuestions = defineCall({
  method: 'PUT',
  path: '/staff/audience-questions',
  caller: STAGE_STAFF,
  summary: 'Gives questions from the hall a state, any number at once. To undo it, give them their states before.',
  body: z.object({
    audienceQuestions: z
      .array(z.object({ id: z.string(), state: z.enum(AUDIENCE_QUESTION_STATES) }))
      .check(z.minLength(1, 'Choose at least one question'), z.maxLength(200)),
  }),
  answer: moderated,
});

export const moderateAuthor = defineCall({
  method: 'PUT',
  path: '/staff/audience-questions/authors/{author}',
  caller: STAGE_STAFF,
  summary: 'Blocks the author of questions from the hall, or ends that; also dismisses those that wait or are shown.',
  body: z.object({
    /** Left out: the author stays blocked, or not, as another moderator may have chosen meanwhile. */
    isBlocked: z.optional(z.boolean()),
    dismisses: z.boolean(),
  }),
  answer: moderated,
});

/** A session of the agenda, about which the hall can ask. */
export const audienceQuestionSession = z.object({
  contentId: z.string(),
  title: z.string(),
  /** ISO 8601. */
  startsAt: z.nullable(z.string()),
  /** A node of an earlier version does not say. */
  endsAt: z.optional(z.nullable(z.string())),
  /** How many of its questions wait for a moderator. */
  pending: z.int(),
  /** Whether the stage shows its questions. */
  isOnStage: z.boolean(),
});
export type AudienceQuestionSession = z.infer<typeof audienceQuestionSession>;

export const getAudienceQuestionSessions = defineCall({
  method: 'GET',
  path: '/staff/audience-questions/sessions',
  caller: STAGE_STAFF,
  summary: 'The sessions of the agenda, in order of time, with the number of questions that wait.',
  answer: results(z.array(audienceQuestionSession)),
});

export const putAudienceQuestionsOnStage = defineCall({
  method: 'PUT',
  path: '/staff/audience-questions/sessions/{contentId}',
  caller: STAGE_STAFF,
  summary: 'Shows the questions of a session on stage, in place of what was there, or takes them off.',
  body: z.object({ isOnStage: z.boolean() }),
  answer: results(z.array(audienceQuestionSession)),
});
