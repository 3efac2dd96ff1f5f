import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';

/** How much has come in. */
const incoming = z.object({ lastMinute: z.int(), lastHour: z.int() });

/** A session of the agenda. Times are ISO 8601. */
const agendaSession = z.object({
  id: z.string(),
  title: z.string(),
  room: z.nullable(z.string()),
  startsAt: z.string(),
  endsAt: z.string(),
});
export type AgendaSession = z.infer<typeof agendaSession>;

/** The event in figures. Those about people are at most ten seconds old, the others two. */
export const overview = z.object({
  eventName: z.string(),
  /** Accounts whose owner has registered. */
  registered: z.int(),
  /** Accounts that were prepared from a ticket: those whose owner has activated them, and those that wait for their owner. */
  activated: z.int(),
  prepared: z.int(),
  /** Accounts that have begun a session since midnight, in the event's zone. */
  signedInToday: z.int(),
  /** Only to questions whose results the staff may see. */
  answers: incoming,
  votes: incoming,
  comments: incoming,
  /** Messages of the last day: those that wait for a provider, and those that did not arrive. */
  messagesWaiting: z.int(),
  messagesFailed: z.int(),
  /** Open streams of the node that has answered: phones, stage screens, consoles. */
  streams: z.object({ everyone: z.int(), stage: z.int(), staff: z.int() }),
  /** The sessions that are on, and those that begin next. */
  onNow: z.array(agendaSession),
  next: z.array(agendaSession),
});
export type Overview = z.infer<typeof overview>;

export const getOverview = defineCall({
  method: 'GET',
  path: '/staff/overview',
  caller: STAFF_ROLES,
  summary: 'The event in figures: who takes part, what comes in, which messages wait, what is on and next.',
  answer: results(overview),
});
