import * as z from 'zod/mini';
import { announcementState } from './announcement.ts';
import { LIVE_STATE_PATH } from './constants.ts';
import { contentItem, type OwnField, readableItem, vote } from './content.ts';
import { defineCall, results } from './defineCall.ts';
import { questionType } from './question.ts';

/** Made once, as in question.ts. */
const int = z.int();

/** `draft`: not shown to attendees; `archived`: no longer shown. Attendees see and answer `open`, and see `closed`. */
export const POLL_STATES = ['draft', 'open', 'closed', 'archived'] as const;
export type PollState = (typeof POLL_STATES)[number];

/** Who sees the results of a question: `none` is no one, and each of the others includes those before it. */
export const RESULTS_SHOWN_TO = ['none', 'staff', 'stage', 'everyone'] as const;
export type ResultsShownTo = (typeof RESULTS_SHOWN_TO)[number];

/** An answer that arrives so long after the closing, by the server's clock, still counts. In milliseconds. */
export const CLOSING_GRACE_MS = 2000;

/** Whose answers, votes or upvotes the hall is shown (decision 056). */
export const counted = z.optional(z.enum(['everyone', 'confirmed']));
export type Counted = NonNullable<z.infer<typeof counted>>;

/** The counted answers of one question. */
export const pollResults = z.object({
  campaignId: z.string(),
  questionId: z.string(),
  /** How many have answered. */
  n: int,
  /**
   * Per choice, in the order of the choices: yes, no; 1 to 5; the options. Empty for free text. Of several choices each
   * counts, so that the sum can exceed `n`.
   */
  counts: z.array(int),
  counted,
});
export type PollResults = z.infer<typeof pollResults>;

/** What is asked: all that a phone needs to show and answer a question that its list does not have. */
const askedQuestion = z.object({
  question: z.string(),
  questionTypes: questionType,
  options: z.array(z.string()),
  campaignTitle: z.string(),
  place: int,
  places: int,
});

const stageState = z.enum(['open', 'closed']);

/** What is on stage. Times are ISO 8601. */
export const stagePoll = z.object({
  campaignId: z.string(),
  questionId: z.string(),
  state: stageState,
  /** When it closes, by the server's clock (the `Date` header of an answer); null without a countdown. */
  closesAt: z.nullable(z.string()),
  /** Missing from a node of an earlier version, and if it is too long for a frame: read the list (decision 060). */
  asked: z.optional(askedQuestion),
});
export type StagePoll = z.infer<typeof stagePoll>;

/** The list of questions: its revision, and what was changed last, so that a phone need not read it (decision 060). */
export const questionsState = z.object({
  /** Rises when the list has changed. A countdown that ends counts. */
  revision: int,
  /**
   * A list of the revision `since`, or of a later one, becomes the current list when these polls get these states. One
   * that such a list lacks is on stage, or the list must be read. Missing from a node of an earlier version.
   */
  changed: z.optional(
    z.object({
      since: int,
      polls: z.array(z.object({ questionId: z.string(), closed: z.boolean() })),
    }),
  ),
});
export type QuestionsState = z.infer<typeof questionsState>;

/** An item without what is each attendee's own. */
const sharedItem = z.extend(contentItem, {
  vote: z.optional(vote),
  comment: z.optional(z.nullable(z.string())),
});
export type SharedItem = Omit<z.infer<typeof contentItem>, OwnField>;

/** The item that a changed one follows; null for the first. `isBack`: it was removed before. */
const placed = { after: z.nullable(z.string()), isBack: z.optional(z.boolean()) };

/**
 * What changes a list of the agenda's revision `since`, or of a later one, into the current list: what is removed, and in
 * their order the items that are new, different or at another place.
 */
const changedContent = z.object({
  since: int,
  removed: z.array(z.string()),
  items: z.array(z.extend(sharedItem, placed)),
});
export type ChangedContent = z.infer<typeof changedContent>;

/** The sessions, speakers and sponsors: their revision, and what was changed last (decision 063). */
export const agendaState = z.object({
  /** Rises when the list has changed: read it again, unless `changed` has what is new. */
  revision: int,
  /** Missing if it is too long for a frame, and from a node of an earlier version. */
  changed: z.optional(changedContent),
});
export type AgendaState = z.infer<typeof agendaState>;

/** The event's zone, names and texts: read them again when the revision rises. */
const eventState = z.object({ revision: int });

/** What of the questions from the hall to one session has changed: read them again (decision 051). */
export const changedAudienceQuestions = z.object({
  contentId: z.string(),
  /** Rises when the staff has moderated them. */
  revision: int,
  /** Differs when upvotes were given or taken back. */
  upvotes: z.string(),
});
export type ChangedAudienceQuestions = z.infer<typeof changedAudienceQuestions>;

/**
 * The state of everything that is live, for one audience. Results are there only if this audience may see them: what is
 * hidden is never sent.
 */
export const liveState = z.object({
  stage: z.nullable(stagePoll),
  results: z.nullable(pollResults),
  questions: questionsState,
  agenda: agendaState,
  /** For phones alone; missing from a node of an earlier version. */
  event: z.optional(eventState),
  /** The sessions whose questions from the hall were moderated last. */
  audienceQuestions: z.array(changedAudienceQuestions),
  /** Missing for stage screens, and from a node of an earlier version. */
  announcement: z.optional(announcementState),
});
export type LiveState = z.infer<typeof liveState>;

/** Not made from the strict schema, which the app would then load, too. */
const readableChangedContent = z.object({
  since: int,
  removed: z.array(z.string()),
  items: z.array(z.extend(readableItem, placed)),
});
export type ReadableChangedContent = z.infer<typeof readableChangedContent>;

/** As the client reads it: a node of another version may lack what is newer, or send a question of an unknown type. */
export const readableLiveState = z.object({
  stage: z.nullable(z.extend(stagePoll, { asked: z.catch(z.optional(askedQuestion), undefined) })),
  results: z.nullable(pollResults),
  questions: z.extend(questionsState, {
    changed: z.catch(z.optional(questionsState.shape.changed), undefined),
  }),
  agenda: z.object({ revision: int, changed: z.catch(z.optional(readableChangedContent), undefined) }),
  event: z.catch(z.optional(eventState), undefined),
  audienceQuestions: z.catch(z.array(changedAudienceQuestions), []),
  announcement: z.catch(z.optional(announcementState), undefined),
});

export type ReadableLiveState = z.infer<typeof readableLiveState>;

/**
 * The frames of the stream `GET /api/public/live` (server-sent events): `event` is a field of the state, `data` its new
 * value as JSON, `id` a number that rises. A new stream begins with a frame for each field.
 */
export const LIVE_FRAMES = [
  'stage',
  'results',
  'questions',
  'agenda',
  'event',
  'audienceQuestions',
  'announcement',
] as const;
export type LiveFrame = (typeof LIVE_FRAMES)[number];

/** The address of the attendees' stream. It needs an access token, like {@link getLiveState}. */
export const LIVE_PATH = '/public/live';
/**
 * The address of the stream of stage screens and of the console, below `/api`. With `?audience=stage` a member of the
 * staff sees what a stage screen sees, such as in the view for a projector.
 */
export const STAFF_LIVE_PATH = '/staff/live';

export const getLiveState = defineCall({
  method: 'GET',
  revalidated: true,
  path: LIVE_STATE_PATH,
  caller: 'account',
  summary: 'What is live: to catch up after a gap, and in place of the stream where a proxy holds it back.',
  answer: results(liveState),
  read: results(readableLiveState),
});
