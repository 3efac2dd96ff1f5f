import { setImmediate } from 'node:timers/promises';
import type { ActivityHour } from '@companion/contract/staff/overview';
import { readTimeZone } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { HOUR, isoTime } from '../platform/time.ts';

/**
 * What came in today, hour after hour, of which there are 23 or 25 when clocks change. Each count reads a part of an index;
 * between two hours that keep SQLite busy, other requests are answered.
 */
export async function readActivity(db: ReadDatabase, now: number): Promise<ActivityHour[]> {
  const midnight = zonedTime(await readTimeZone(db), now).startOfDay();
  const end = midnight.add({ days: 1 }).epochMilliseconds;
  const hours: ActivityHour[] = [];
  for (let from = midnight.epochMilliseconds; from < end; from += HOUR) {
    const none = { answers: 0, votes: 0, comments: 0, questions: 0 };
    hours.push({ at: isoTime(from), ...(from > now ? none : await countHour(db, from)) });
    await setImmediate();
  }
  return hours;
}

async function countHour(db: ReadDatabase, from: number): Promise<Omit<ActivityHour, 'at'>> {
  const until = from + HOUR;
  const of = (table: 'answers' | 'votes' | 'comments' | 'audience_questions') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('created_at', '>=', from)
      .where('created_at', '<', until);
  const row = await db
    .selectNoFrom([
      of('answers').as('answers'),
      of('votes').as('votes'),
      of('comments').as('comments'),
      of('audience_questions').as('questions'),
    ])
    .executeTakeFirstOrThrow();
  return {
    answers: row.answers ?? 0,
    votes: row.votes ?? 0,
    comments: row.comments ?? 0,
    questions: row.questions ?? 0,
  };
}
