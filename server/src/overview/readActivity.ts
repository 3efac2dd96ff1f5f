import { setImmediate } from 'node:timers/promises';
import type { ActivityHour } from '@companion/contract/staff/overview';
import { sql } from 'kysely';
import { readTimeZone } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import { accountSlices } from '../identity/accounts/accountSlices.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { HOUR, isoTime, MINUTE } from '../platform/time.ts';

type Activity = Omit<ActivityHour, 'at'>;
type Source = Pick<Services, 'db' | 'config'>;

/** Hours and days of every zone begin at one of its multiples, and so do the times that are asked about. */
const QUARTER = 15 * MINUTE;

/** What came in today, hour after hour, of which there are 23 or 25 when clocks change. */
export async function readToday(source: Source, now: number): Promise<ActivityHour[]> {
  const midnight = zonedTime(await readTimeZone(source.db), now).startOfDay();
  return readHours(source, midnight.epochMilliseconds, midnight.add({ days: 1 }).epochMilliseconds, now);
}

/** What came in between two times, hour after hour. */
export async function readHours(source: Source, from: number, until: number, now: number): Promise<ActivityHour[]> {
  const starts = Array.from({ length: Math.ceil((until - from) / HOUR) }, (_, index) => from + index * HOUR);
  const counts = await readActivity(source, [...starts, until], now);
  return starts.map((start, index) => ({ at: isoTime(start), ...(counts[index] ?? NONE) }));
}

const NONE: Activity = { registrations: 0, answers: 0, votes: 0, comments: 0, questions: 0 };

/**
 * What came in between each of these times and the next. Each count reads a part of an index; between two that keep SQLite
 * busy, other requests are answered.
 */
export async function readActivity(source: Source, times: number[], now: number): Promise<Activity[]> {
  const registered = await readRegistrations(source, times[0] ?? now);
  const counted: Activity[] = [];
  for (const [index, until] of times.slice(1).entries()) {
    const from = times[index] ?? until;
    if (from > now) counted.push(NONE);
    else {
      const registrations = registered.reduce((sum, { at, n }) => (at >= from && at < until ? sum + n : sum), 0);
      counted.push({ registrations, ...(await countBetween(source.db, from, until)) });
      await setImmediate();
    }
  }
  return counted;
}

/** What has been sent between two times, without what is dismissed. */
export async function countBetween(
  db: ReadDatabase,
  from: number,
  until: number,
): Promise<Omit<Activity, 'registrations'>> {
  const of = (table: 'answers' | 'votes' | 'comments' | 'audience_questions') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('created_at', '>=', from)
      .where('created_at', '<', until)
      .where('standing', 'in', COUNTED_STANDINGS);
  const row = await db
    .selectNoFrom([
      // The index of the times of answers begins with their question.
      of('answers').where('question_id', 'in', db.selectFrom('questions').select('id')).as('answers'),
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

/** How many have registered in each quarter of an hour. No index has their times: read in slices, once for all spans. */
async function readRegistrations(source: Source, since: number): Promise<{ at: number; n: number }[]> {
  const quarters = new Map<number, number>();
  for await (const slice of accountSlices(source)) {
    const registered = source.db
      .selectFrom('accounts')
      .select(sql<number>`created_at / ${sql.lit(QUARTER)}`.as('quarter'))
      .where(slice)
      .where('source', '=', 'registration')
      .where('dismissal_id', 'is', null)
      .where('created_at', '>=', since);
    const rows = await source.db
      .selectFrom(registered.as('registered'))
      .select(['quarter', ({ fn }) => fn.countAll<number>().as('n')])
      .groupBy('quarter')
      .execute();
    for (const { quarter, n } of rows) quarters.set(quarter, (quarters.get(quarter) ?? 0) + n);
    await setImmediate();
  }
  return [...quarters].map(([quarter, n]) => ({ at: quarter * QUARTER, n }));
}
