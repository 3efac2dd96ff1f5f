import * as z from 'zod/mini';
import { COMMENT_MAX, DAY } from './constants.ts';
import { defineCall } from './defineCall.ts';
import { requiredText } from './text.ts';

export const feedbackForm = z.object({ message: requiredText('Message is required', COMMENT_MAX) });
export type FeedbackForm = z.infer<typeof feedbackForm>;

export const sendFeedback = defineCall({
  method: 'POST',
  path: '/public/feedback',
  caller: 'account',
  summary: 'Sends feedback to the organizer.',
  body: feedbackForm,
  // More than anyone has to say, and less than fills a disk.
  limits: { account: { count: 'feedback', max: 100, windowMs: DAY } },
  idempotent: true,
});
