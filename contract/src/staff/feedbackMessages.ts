import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { csvFile, pageNumber, searchTerm } from './staffFields.ts';

/** A message of the feedback form, without its author (decision 052). */
export const feedbackMessage = z.object({
  id: z.string(),
  text: z.string(),
  /** ISO 8601. */
  sentAt: z.string(),
});
export type FeedbackMessage = z.infer<typeof feedbackMessage>;

export const MESSAGES_PER_PAGE = 50;

/** Feedback goes to the organizer, not to those who run the stage. */
const ORGANIZERS = ['owner', 'editor'] as const;

export const getFeedbackMessages = defineCall({
  method: 'GET',
  path: '/staff/feedback',
  caller: ORGANIZERS,
  summary: 'The messages of the feedback form, the newest first.',
  query: z.object({ search: searchTerm, page: pageNumber }),
  answer: results(z.object({ messages: z.array(feedbackMessage), total: z.int() })),
});

export const exportFeedbackMessages = defineCall({
  method: 'GET',
  path: '/staff/feedback.csv',
  caller: ORGANIZERS,
  summary: 'The messages of the feedback form as CSV.',
  query: z.object({ search: searchTerm }),
  answer: csvFile,
});
