import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { itemFigures } from './itemFigures.ts';
import { activityHour } from './overview.ts';
import { funnel } from './people.ts';
import { bothResults, poll, STAGE_STAFF } from './polls.ts';

/** How many sessions each of the two rankings names. */
export const RANKED_SESSIONS = 15;

const activity = z.omit(activityHour, { at: true });

/** The event in figures, for those who were not there (decision 068). Times are ISO 8601. */
export const eventReport = z.object({
  event: z.object({
    name: z.string(),
    host: z.string(),
    tagline: z.string(),
    startDate: z.string(),
    endDate: z.string(),
  }),
  /** When it was counted. */
  at: z.string(),
  /** Who has registered, or activated an account that was prepared. */
  registered: z.int(),
  activated: z.int(),
  /** How far those with a ticket have come; null for members who may not see the attendees. */
  funnel: z.nullable(funnel),
  /** What came in on the event's days, hour after hour, and before and after them. */
  activity: z.object({ before: activity, hours: z.array(activityHour), after: activity }),
  /** The sessions that the event has, or that attendees have voted or commented on. */
  sessions: z.object({
    total: z.int(),
    up: z.int(),
    down: z.int(),
    comments: z.int(),
    mostVotes: z.array(itemFigures),
    mostComments: z.array(itemFigures),
  }),
  /** The questions that take no answers any more, and whose results the staff may see. */
  polls: z.array(z.object({ poll, total: bothResults, late: z.int() })),
  /** How many questions are left out because they are open, and which because their results are shown to no one. */
  openPolls: z.int(),
  hiddenPolls: z.array(poll),
  /** Questions from the hall, and of them those that were put to the speakers; and all their upvotes. */
  questions: z.object({ asked: z.int(), answered: z.int(), upvotes: z.int() }),
  /** Messages of the feedback form. */
  feedbackMessages: z.int(),
  /** What counts nowhere: accounts that were dismissed, and their answers to these questions. */
  dismissedAccounts: z.int(),
  dismissedAnswers: z.int(),
});
export type EventReport = z.infer<typeof eventReport>;

export const getEventReport = defineCall({
  method: 'GET',
  path: '/staff/event-report',
  caller: STAGE_STAFF,
  summary:
    'The event in figures: people, activity, sessions by votes and comments, results of closed polls. All but the polls is at most ten seconds old.',
  answer: results(eventReport),
});
