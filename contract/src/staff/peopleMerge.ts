import * as z from 'zod/mini';
import { defineCall, results, staffFailure } from '../defineCall.ts';
import { givenCounts, listedPerson, PEOPLE_STAFF } from './people.ts';

/** Something that both accounts have of which one account has one: an answer, a vote or comment on an item. */
const mergeConflict = z.object({
  kind: z.enum(['answer', 'vote', 'comment']),
  /** The question, or the title of the item. */
  about: z.string(),
  stays: z.enum(['kept', 'removed']),
  /** When each was given, or last changed. ISO 8601. */
  keptAt: z.string(),
  removedAt: z.string(),
});
export type MergeConflict = z.infer<typeof mergeConflict>;

/** What a merge of two accounts will do: exactly this, or nothing. */
export const mergePreview = z.object({
  kept: listedPerson,
  removed: listedPerson,
  /** What of the removed account becomes that of the kept one. */
  moves: z.extend(givenCounts, { savedSessions: z.int(), tickets: z.int(), consents: z.int(), messages: z.int() }),
  conflicts: z.array(mergeConflict),
  /** Questions from the hall that both have upvoted: one upvote stays. */
  sameUpvotes: z.int(),
  /** Sessions of the removed account, which end; and links and codes, which no longer sign in. */
  sessions: z.int(),
  /** Whether what both have sent counts as confirmed afterwards. */
  confirmed: z.boolean(),
  /** Whether the account may not ask the speakers afterwards, since one of them is blocked. */
  blocked: z.boolean(),
  /** Names what the preview was made from. */
  token: z.string(),
});
export type MergePreview = z.infer<typeof mergePreview>;

const path = '/staff/people/{personId}/merge/{removedId}';

export const getMergePreview = defineCall({
  method: 'GET',
  path,
  caller: PEOPLE_STAFF,
  summary: 'What a merge of two accounts would move, and what both have. 409 where they cannot be merged.',
  answer: results(mergePreview),
});

export const mergePeople = defineCall({
  method: 'POST',
  path,
  caller: PEOPLE_STAFF,
  stepUp: true,
  summary:
    'Moves everything of one account to another, and removes it. 409 with the new preview if anything has changed since.',
  body: z.object({ token: z.string({ error: 'Required' }).check(z.maxLength(100)) }),
});

/** The body of that 409. */
export const mergeChanged = z.extend(staffFailure, { results: mergePreview });
