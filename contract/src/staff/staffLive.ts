import * as z from 'zod/mini';
import { LIVE_FRAMES, liveState } from '../live.ts';
import { bothResults } from './polls.ts';
import { answered } from './stage.ts';

/** What is live for stage and staff: what everyone sees, and fields that attendees are never sent. */
export const staffLiveState = z.extend(liveState, {
  /** For the staff, with those of confirmed accounts. */
  results: z.nullable(bothResults),
  /** For the stage: how many have answered what is on stage, also while the results are hidden. */
  answered: z.optional(z.nullable(answered)),
  /** For stage and staff. Differs when what `getStage` answers has changed: read it again. */
  screen: z.optional(
    z.object({
      revision: z.int(),
      /** Rises when upvotes of the questions on stage have changed. */
      upvotes: z.int(),
    }),
  ),
  /** For the staff: how many questions from the hall wait for a moderator. */
  queue: z.optional(z.object({ pending: z.int() })),
  /** For the staff: rises with each edit of the draft of the programme, and with each publication. */
  programme: z.optional(z.object({ revision: z.int() })),
});
export type StaffLiveState = z.infer<typeof staffLiveState>;

export const STAFF_LIVE_FRAMES = [...LIVE_FRAMES, 'answered', 'screen', 'queue', 'programme'] as const;
export type StaffLiveFrame = (typeof STAFF_LIVE_FRAMES)[number];

/** The name of the heartbeat's event on these streams: an `EventSource` does not report comments. */
export const HEARTBEAT_EVENT = 'beat';
