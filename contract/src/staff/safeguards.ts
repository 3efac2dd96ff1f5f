import * as z from 'zod/mini';
import { defineCall, results, STAFF_ROLES, staffFailure } from '../defineCall.ts';
import { STAGE_STAFF } from './polls.ts';

/** Whose answers and upvotes the hall is shown: `automatic` is the confirmed ones once too many others come in. */
export const HALL_COUNTS = ['automatic', 'everyone', 'confirmed'] as const;
export type HallCounts = (typeof HALL_COUNTS)[number];

/** What keeps invented accounts from outvoting the hall (decision 056). */
export const safeguards = z.object({
  hallCounts: z.enum(HALL_COUNTS),
  /** Whether no one can register for now. */
  registrationPaused: z.boolean(),
  /** Whether answers to polls, questions from the hall and upvotes need a confirmed account. */
  confirmationRequired: z.boolean(),
  /** Rises with each change: send it with the next change, so that two members do not overwrite each other. */
  version: z.int(),
});
export type Safeguards = z.infer<typeof safeguards>;

export const getSafeguards = defineCall({
  method: 'GET',
  path: '/staff/safeguards',
  caller: STAFF_ROLES,
  summary:
    'Whose counts the hall is shown, whether registration is paused, and whether taking part needs a confirmed account.',
  answer: results(safeguards),
});

export const changeSafeguards = defineCall({
  method: 'PUT',
  path: '/staff/safeguards',
  caller: STAGE_STAFF,
  summary: 'Changes the safeguards that are named. 409 with the current ones if another member has changed them.',
  body: z.object({
    hallCounts: z.optional(z.enum(HALL_COUNTS)),
    registrationPaused: z.optional(z.boolean()),
    confirmationRequired: z.optional(z.boolean()),
    version: z.int(),
  }),
  answer: results(safeguards),
});

/** The body of a 409: another member has changed the safeguards. */
export const safeguardsConflict = z.extend(staffFailure, { results: safeguards });

/** Times are ISO 8601. */
const span = { network: z.string(), since: z.string(), until: z.string() };

/** What comes in faster than people can be. */
export const FLOOD_KINDS = ['registrations', 'answers', 'questions'] as const;

/** A flood: what the unconfirmed accounts that registered from one network in a span of time have sent. */
export const flood = z.object({
  ...span,
  /** Whether the operator has named it as a network of the venue. */
  isVenue: z.boolean(),
  registrations: z.int(),
  answers: z.int(),
  upvotes: z.int(),
  questions: z.int(),
  kinds: z.array(z.enum(FLOOD_KINDS)),
});
export type Flood = z.infer<typeof flood>;

/** A flood that a member has dismissed: everything of its accounts counts nowhere, until it is undone. */
export const dismissal = z.object({
  id: z.string(),
  ...span,
  accounts: z.int(),
  createdAt: z.string(),
  undoneAt: z.nullable(z.string()),
  memberName: z.string(),
});
export type Dismissal = z.infer<typeof dismissal>;

const floods = results(z.object({ floods: z.array(flood), dismissals: z.array(dismissal) }));

export const getFloods = defineCall({
  method: 'GET',
  path: '/staff/floods',
  caller: STAFF_ROLES,
  summary: 'What comes in faster than people can be, by network, and what was dismissed.',
  answer: floods,
});

export const getFloodPreview = defineCall({
  method: 'GET',
  path: '/staff/floods/preview',
  caller: STAGE_STAFF,
  summary: 'What a dismissal would concern.',
  query: z.object(span),
  answer: results(
    z.object({
      accounts: z.int(),
      answers: z.int(),
      votes: z.int(),
      upvotes: z.int(),
      comments: z.int(),
      questions: z.int(),
    }),
  ),
});

export const dismissFlood = defineCall({
  method: 'POST',
  path: '/staff/floods',
  caller: STAGE_STAFF,
  summary: 'Dismisses everything of the unconfirmed accounts that registered from a network in a span of time.',
  body: z.object(span),
  answer: floods,
  status: 201,
});

export const undoDismissal = defineCall({
  method: 'DELETE',
  path: '/staff/floods/{dismissalId}',
  caller: STAGE_STAFF,
  summary: 'Counts everything of a dismissed flood again.',
  answer: floods,
});
