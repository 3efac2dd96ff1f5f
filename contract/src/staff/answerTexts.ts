import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { STAGE_STAFF } from './polls.ts';
import { pageNumber, searchTerm } from './staffFields.ts';

/** The text of one answer to a question. */
export const answerText = z.object({
  id: z.string(),
  text: z.string(),
  /** Whether a stage screen may show it. */
  isApproved: z.boolean(),
  /** Whether it arrived after the closing, and was made before (decision 053). */
  isLate: z.boolean(),
  /** ISO 8601. */
  answeredAt: z.string(),
});
export type AnswerText = z.infer<typeof answerText>;

/** How many texts a page has. */
export const TEXTS_PER_PAGE = 50;

export const getAnswerTexts = defineCall({
  method: 'GET',
  path: '/staff/polls/{campaignId}/{questionId}/texts',
  caller: STAGE_STAFF,
  summary: 'The texts of the answers to a question, the newest first; 403 until its results are shown to the staff.',
  query: z.object({
    /** Part of the text. */
    search: searchTerm,
    approved: z.optional(z.enum(['yes', 'no'])),
    page: pageNumber,
  }),
  answer: results(z.object({ texts: z.array(answerText), total: z.int() })),
});

export const approveAnswerText = defineCall({
  method: 'PUT',
  path: '/staff/polls/{campaignId}/{questionId}/texts/{textId}',
  caller: STAGE_STAFF,
  summary: 'Approves a text for the stage, or takes the approval back.',
  body: z.object({ isApproved: z.boolean() }),
  answer: results(answerText),
});
