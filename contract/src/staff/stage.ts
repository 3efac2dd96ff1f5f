import * as z from 'zod/mini';
import { defineCall, results } from '../defineCall.ts';
import { counted, pollResults } from '../live.ts';
import { stageBetween } from './betweenPolls.ts';
import { poll } from './polls.ts';

/** A question from the hall, as the stage shows it. */
const boardAudienceQuestion = z.object({ id: z.string(), text: z.string(), upvotes: z.int() });

/** The questions of a session that everyone sees, as far as a screen has room for them. */
export const stageBoard = z.object({
  contentId: z.string(),
  /** The title of the session. */
  title: z.string(),
  /** The one that is put to the speaker. */
  pinned: z.nullable(boardAudienceQuestion),
  /** The others, by upvotes. */
  audienceQuestions: z.array(boardAudienceQuestion),
  counted,
});
export type StageBoard = z.infer<typeof stageBoard>;

/** How many have answered the question on stage; not what, so it is no result. */
export const answered = z.pick(pollResults, { campaignId: true, questionId: true, n: true, counted: true });
export type Answered = z.infer<typeof answered>;

/** What a stage screen shows. */
export const stage = z.object({
  /** The name of the event. */
  eventName: z.string(),
  /** The event's colour, as `#0e4a5a`; null if it has none of its own. A node of an earlier version sends none. */
  eventColor: z.optional(z.nullable(z.string())),
  /** Where attendees join: the address of the app, which is short enough to type. */
  joinUrl: z.string(),
  /** What the QR code leads to: the page of what is on stage. A node of an earlier version sends none. */
  codeUrl: z.optional(z.string()),
  /** The question on stage, while it is open or closed. */
  poll: z.nullable(
    z.pick(poll, {
      id: true,
      campaignId: true,
      question: true,
      questionTypes: true,
      options: true,
      state: true,
      closesAt: true,
    }),
  ),
  /** How many have answered it, whoever sees the results. A node of an earlier version sends none. */
  answered: z.optional(z.nullable(answered)),
  /** Its results, once they are shown to the stage. */
  results: z.nullable(pollResults),
  /** Its texts that were approved for the stage, the newest approval first, once the results are shown to the stage. */
  texts: z.array(z.string()),
  /** The questions from the hall, while a host shows them in place of a poll. */
  board: z.nullable(stageBoard),
  /** While nothing is on stage. A node of an earlier version sends none. */
  between: z.optional(stageBetween),
});
export type Stage = z.infer<typeof stage>;

export const getStage = defineCall({
  method: 'GET',
  path: '/staff/stage',
  caller: ['owner', 'editor', 'host', 'stageScreen'],
  summary:
    'What a stage screen shows: the poll on stage, how many have answered, and its results once they are shown to the stage; or questions from the hall.',
  answer: results(stage),
});
