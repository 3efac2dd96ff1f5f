import { pauseBeforeStream } from '@companion/client/live/connect';
import { MAX_STREAMS } from '@companion/server/http/liveStreams';
import { SERVER_POOL } from '@companion/server/platform/db/openPostgres';
import { SPREAD_MS } from '../../../web/src/live/followRevisions.ts';

/** What the model assumes, and where that is set. */
export const PLAN = {
  /** Streams that a node accepts: `server/src/http/liveStreams.ts`. */
  streamsOfNode: MAX_STREAMS,
  /** Connections of a node to PostgreSQL: the default of `POOL_SIZE`. */
  poolOfNode: SERVER_POOL.size,
  /** Connections of commands, such as a backup. */
  commandConnections: 2,
  /** How much of a core may be in use, so that queues stay short: the limit of `npm run bench:live`. */
  coreShare: 0.6,
  /** Everyone answers a poll within this time, in seconds. */
  answerSeconds: 30,
  /** Frames that a phone gets a second while results are shown, and counts of a node: `server/src/live/liveHub.ts`. */
  framesASecond: 1,
  /** Counts a second for the stage, on one node. */
  stageCountsASecond: 4,
  /** Phones read a changed list within this time, in seconds: `web/src/live/followRevisions.ts`. */
  listSeconds: SPREAD_MS / 1000,
  /** Phones that lose their streams return within this time, at random: `client/src/live/connect.ts`. */
  returnSeconds: (pauseBeforeStream(0, () => 1) - pauseBeforeStream(0, () => 0)) / 1000,
  /** Everyone signs in by SMS within this time, in minutes. */
  arrivalMinutes: 60,
  /** A frame of results on the wire, with TLS, TCP and IP. */
  frameBytes: 250,
} as const;
