import type { ReadDatabase } from './db/readDatabase.ts';
import { DAY } from './time.ts';

/** A session that is not renewed for so long has ended. */
export const SESSION_IDLE_MS = 14 * DAY;

/** The sessions that have not ended, neither by their owner nor by time. */
export const openSessions = (db: ReadDatabase, now: number) =>
  db
    .selectFrom('sessions')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('rotated_at', '>', now - SESSION_IDLE_MS);
