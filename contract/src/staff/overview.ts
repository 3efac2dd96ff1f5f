import * as z from 'zod/mini';
import { results } from '../defineCall.ts';
import { defineStaffCall, STAFF_ROLES } from './defineStaffCall.ts';

/** The event in figures. Counts are at most some seconds old. */
export const overview = z.object({
  eventName: z.string(),
  /** Accounts whose owner has registered or activated them, and prepared ones that wait for their owner. */
  registered: z.int(),
  prepared: z.int(),
  /** Accounts that have begun a session since midnight, in the event's zone. */
  signedInToday: z.int(),
  /** Of the last hour; answers only to questions whose results the staff may see. */
  answers: z.int(),
  votes: z.int(),
  comments: z.int(),
  /** Messages of the last day: those that wait for a provider, and those that did not arrive. */
  messagesWaiting: z.int(),
  messagesFailed: z.int(),
  /** The sessions of the agenda that are on. Times are ISO 8601. */
  onNow: z.array(z.object({ id: z.string(), title: z.string(), room: z.nullable(z.string()), endsAt: z.string() })),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = defineStaffCall({
  method: 'GET',
  path: '/overview',
  allow: STAFF_ROLES,
  summary: 'The event in figures: who takes part, what comes in, which messages wait, what is on.',
  answer: results(overview),
});
