import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES } from '../defineCall.ts';

/** How much has come in. */
const incoming = z.object({ lastMinute: z.int(), lastHour: z.int() });

/** A question with free text that the hall answers, and how many of its texts wait for an approval. */
const textsToApprove = z.object({
  campaignId: z.string(),
  questionId: z.string(),
  question: z.string(),
  texts: z.int(),
});

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
  /** Questions from the hall that wait for a moderator. */
  questionsWaiting: z.int(),
  /** Only of questions whose results the staff may see. */
  textsToApprove: z.array(textsToApprove),
  /** Stage screens that show something now, by whichever node. */
  stageScreens: z.int(),
  /** When the newest backup was taken, ISO 8601; and whether another one is due. */
  lastBackupAt: z.nullable(z.string()),
  isBackupOld: z.boolean(),
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

/** What came in within an hour, without what was dismissed. */
export const activityHour = z.object({
  /** Its beginning; ISO 8601. */
  at: z.string(),
  /** Who has registered, without those whom an import or the staff has added. */
  registrations: z.int(),
  /** To any question: how many have answered is no result. */
  answers: z.int(),
  votes: z.int(),
  comments: z.int(),
  /** Questions from the hall. */
  questions: z.int(),
});
export type ActivityHour = z.infer<typeof activityHour>;

export const getActivity = defineCall({
  method: 'GET',
  path: '/staff/activity',
  caller: STAFF_ROLES,
  summary: "What came in today, hour after hour, in the event's zone; at most a minute old.",
  answer: results(z.object({ hours: z.array(activityHour) })),
});

/** Messages of one kind that did not arrive for one reason. The reason names no one. */
const failedMessages = z.object({
  kind: z.enum(['sms', 'mail']),
  reason: z.string(),
  messages: z.int(),
  /** ISO 8601. */
  lastAt: z.string(),
});
export type FailedMessages = z.infer<typeof failedMessages>;

export const getServerState = defineCall({
  method: 'GET',
  path: '/staff/server',
  caller: STAFF_ROLES,
  summary: 'What the operator looks after: why messages of the last day did not arrive, and the newest backup.',
  answer: results(
    z.object({
      failedMessages: z.array(failedMessages),
      lastBackupAt: z.nullable(z.string()),
      isBackupOld: z.boolean(),
    }),
  ),
});
