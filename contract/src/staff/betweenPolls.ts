import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';

/** What the stage shows between polls: the event and where to join, or what is on now and next. */
export const BETWEEN_POLLS = ['welcome', 'agenda'] as const;
const shows = z.enum(BETWEEN_POLLS);
export type ShownBetween = z.infer<typeof shows>;

/** A session that is on or comes. Times are ISO 8601. */
const comingSession = z.object({
  id: z.string(),
  title: z.string(),
  room: z.nullable(z.string()),
  startDate: z.string(),
  endDate: z.string(),
  /** Names. */
  speakers: z.array(z.string()),
});
export type ComingSession = z.infer<typeof comingSession>;

/** What the stage shows while it has no poll and no questions from the hall. */
export const stageBetween = z.object({
  shows,
  tagline: z.string(),
  /** The first day of the event, and the last. ISO 8601. */
  startDate: z.string(),
  endDate: z.string(),
  /** The sessions that are on and those that come next, by their beginning; only for `agenda`. */
  sessions: z.array(comingSession),
});
export type StageBetween = z.infer<typeof stageBetween>;

const choice = z.object({ shows });

export const getBetweenPolls = defineCall({
  method: 'GET',
  path: '/staff/stage/between',
  caller: STAFF_ROLES,
  summary: 'What the stage shows between polls.',
  answer: results(choice),
});

export const setBetweenPolls = defineCall({
  method: 'PUT',
  path: '/staff/stage/between',
  caller: STAFF_ROLES,
  summary: 'Chooses what the stage shows between polls.',
  body: z.object({ shows: z.enum(BETWEEN_POLLS, { error: 'Required' }) }),
  answer: results(choice),
});
