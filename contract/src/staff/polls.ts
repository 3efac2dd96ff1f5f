import * as z from 'zod/mini';
import { defineCall, results, staffFailure } from '../defineCall.ts';
import { POLL_STATES, pollResults, RESULTS_SHOWN_TO } from '../live.ts';
import { question, questionType } from '../question.ts';
import { requiredText } from '../text.ts';
import { csvFile } from './staffFields.ts';

/** A question with its state, as the console shows it. Times are ISO 8601. */
export const poll = z.object({
  ...z.omit(question, { answered: true, closed: true, place: true, places: true, ownAnswer: true }).shape,
  state: z.enum(POLL_STATES),
  shownTo: z.enum(RESULTS_SHOWN_TO),
  /** When it closes by itself, or closed. */
  closesAt: z.nullable(z.string()),
  /** When it was opened last; null if a host never did. A node of an earlier version does not say. */
  openedAt: z.optional(z.nullable(z.string())),
  isOnStage: z.boolean(),
  /** Its place in the running order of the stage; null if it is not in it. */
  stagePosition: z.nullable(z.int()),
  /**
   * A question about the event as a whole, before its end: no one asks it yet. An earlier node does not say.
   */
  waitsForEventEnd: z.optional(z.boolean()),
  /** Rises with each change: send it with the next change, so that two hosts do not overwrite each other. */
  version: z.int(),
});
export type Poll = z.infer<typeof poll>;

export const oneQuestion = z.object({ campaignId: z.string(), questionId: z.string() });
/** Those who run the stage. */
export const STAGE_STAFF = ['owner', 'editor', 'host'] as const;

export const getPolls = defineCall({
  method: 'GET',
  path: '/staff/polls',
  caller: STAGE_STAFF,
  summary: 'Every question of every campaign with its state, in order.',
  answer: results(z.array(poll)),
});

/** To undo: puts the question on stage, unless something else is there by then. */
const backOnStage = z.optional(z.literal(true));

/** As many letters as a programme allows. */
export const QUESTION_MAX = 300;

export const createPoll = defineCall({
  method: 'POST',
  path: '/staff/polls',
  caller: STAGE_STAFF,
  summary:
    'Publishes a new poll by itself, as a draft poll that no phone shows yet; what else the draft of the programme has stays there. 400 with a message per field.',
  idempotent: true,
  body: z.object({
    /** A set of polls that is published, and no survey. */
    campaignId: requiredText('Required', 64),
    question: requiredText('Required', QUESTION_MAX),
    type: questionType,
    /** Two or more, of `options` and `multiple-options`. */
    options: z.optional(
      z.array(requiredText('Required', QUESTION_MAX)).check(z.maxLength(100, 'Must be 100 or fewer')),
    ),
  }),
  answer: results(poll),
});

/** Everything that can be changed about a poll; a field that is absent stays as it is. */
export const pollChange = z.object({
  state: z.optional(z.enum(POLL_STATES)),
  shownTo: z.optional(z.enum(RESULTS_SHOWN_TO)),
  /** Closes an open poll after so many seconds by the server's clock; null removes the countdown. */
  closesInSeconds: z.optional(z.nullable(z.int().check(z.minimum(5), z.maximum(3600)))),
  /** Puts the question on stage in place of the one before, or takes it off. */
  isOnStage: z.optional(z.boolean()),
  backOnStage,
  version: z.int(),
});
export type PollChange = z.infer<typeof pollChange>;

/** The body of a 409: another member has changed the poll. */
export const pollConflict = z.extend(staffFailure, { results: poll });

export const changePoll = defineCall({
  method: 'PUT',
  path: '/staff/polls/{campaignId}/{questionId}',
  caller: STAGE_STAFF,
  summary: 'Opens, closes, reveals, stages a poll. 409 with the current poll if another member has changed it.',
  body: pollChange,
  answer: results(poll),
});

/** The body of a 409: another member has changed one of several polls, or their order. It has every poll as it is. */
export const pollsConflict = z.extend(staffFailure, { results: z.array(poll) });

/** More than an event has. */
const MAX_POLLS = 500;

/** The state that one of several polls gets. */
export const pollStateChange = z.extend(oneQuestion, {
  state: z.enum(POLL_STATES),
  version: z.int(),
  backOnStage,
});
export type PollStateChange = z.infer<typeof pollStateChange>;

export const changePollStates = defineCall({
  method: 'PUT',
  path: '/staff/polls',
  caller: STAGE_STAFF,
  summary:
    'Gives several polls their states, all or none; answers with every poll. 409 with every poll if another member has changed one of them.',
  body: z.object({ polls: z.array(pollStateChange).check(z.minLength(1), z.maxLength(MAX_POLLS)) }),
  answer: results(z.array(poll)),
});

const order = z.array(oneQuestion).check(z.maxLength(200));

export const setRunningOrder = defineCall({
  method: 'PUT',
  path: '/staff/polls/running-order',
  caller: STAGE_STAFF,
  summary:
    'The polls of the stage in the order in which they come; answers with every poll. 409 with every poll if `before` is not the current order.',
  /** `before`: the order that the caller has changed, so that two hosts do not overwrite each other. */
  body: z.object({ polls: order, before: order }),
  answer: results(z.array(poll)),
});

/** The counted answers of a question: everyone's, and of them those of confirmed accounts, in the same order. */
export const bothResults = z.extend(pollResults, {
  confirmed: z.optional(z.pick(pollResults, { n: true, counts: true })),
});
export type BothResults = z.infer<typeof bothResults>;

/** The counted answers of a question, whole and by organization type. */
export const pollFigures = z.object({
  total: bothResults,
  /** How many of them arrived after the closing: their phones said that they were made before (decision 053). */
  late: z.int(),
  byOrganizationType: z.array(z.object({ organizationType: z.string(), results: bothResults })),
});
export type PollFigures = z.infer<typeof pollFigures>;

export const getPollResults = defineCall({
  method: 'GET',
  path: '/staff/polls/{campaignId}/{questionId}/results',
  caller: STAGE_STAFF,
  summary: 'The counted answers of a question, whole and by organization type; 403 until they are shown to the staff.',
  answer: results(pollFigures),
});

export const getAnswerCount = defineCall({
  method: 'GET',
  path: '/staff/polls/{campaignId}/{questionId}/answer-count',
  caller: STAGE_STAFF,
  summary: 'How many have answered a question, and of them how many are confirmed. Not what: also while it is hidden.',
  answer: results(z.object({ n: z.int(), confirmed: z.int() })),
});

export const exportPollResults = defineCall({
  method: 'GET',
  path: '/staff/polls/{campaignId}/{questionId}/results.csv',
  caller: STAGE_STAFF,
  summary: 'The results of a question, or its texts, as CSV; 403 until they are shown to the staff.',
  answer: csvFile,
});
