import * as z from 'zod/mini';
import { defineCall, results } from './defineCall.ts';
import { flagOr, readableItems, textsOrEmpty, time } from './tolerant.ts';

/** §3. */
export const QUESTION_TYPES = [
  'yes-no',
  'range-face-5',
  'range-number-5',
  'options',
  'multiple-options',
  'comment',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

// Made once, by calls that a bundler keeps: a schema that an app does not use can be left out of it.
const int = z.int();
export const questionType = z.enum(QUESTION_TYPES);

/** What this account has answered, and when the server got it. */
const ownAnswer = z.object({
  /** As they were sent (decision 032). */
  answers: z.array(z.unknown()),
  comment: z.string(),
  at: time,
});

export const question = z.object({
  id: z.string(),
  campaignId: z.string(),
  question: z.string(),
  /** One of the six types, despite its plural name (decision 036). */
  questionTypes: questionType,
  /** The choices of `options` and `multiple-options`; empty for the others. */
  options: z.array(z.string()),
  answered: z.boolean(),
  /** Ours: the title of the campaign, to group questions by. */
  campaignTitle: z.string(),
  /** Ours: whether it takes no more answers (decision 048). */
  closed: z.boolean(),
  /** Ours: "3 of 6" among the questions of its campaign. Drafts count, so that no opening or closing changes it. */
  place: int,
  places: int,
  /** Ours. Absent as long as there is none, and once it was deleted. */
  ownAnswer: z.optional(ownAnswer),
});
export type WrittenQuestion = z.infer<typeof question>;

/**
 * As the client reads it: one of an unknown type cannot be shown and is not readable. Not made from the strict schema, which
 * the app would then load, too.
 */
export const readableQuestion = z.object({
  id: z.string(),
  campaignId: z.string(),
  question: z.string(),
  questionTypes: questionType,
  options: textsOrEmpty,
  answered: flagOr(false),
  campaignTitle: z.catch(z.optional(z.string()), undefined),
  closed: flagOr(false),
  place: z.catch(z.optional(int), undefined),
  places: z.catch(z.optional(int), undefined),
  ownAnswer: z.catch(z.optional(ownAnswer), undefined),
});
/** A question as the client reads it. */
export type Question = z.infer<typeof readableQuestion>;

export const getQuestions = defineCall({
  method: 'GET',
  revalidated: true,
  path: '/public/questions',
  caller: 'account',
  summary: 'Every question of every campaign, in order, with what this account has answered.',
  answer: results(z.array(question)),
  read: results(readableItems(readableQuestion)),
});

export const getQuestion = defineCall({
  method: 'GET',
  path: '/public/questions/{campaignId}/{questionId}',
  caller: 'account',
  summary: 'One question.',
  answer: results(question),
  read: results(readableQuestion),
});
