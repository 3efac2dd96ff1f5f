import { EVENT_TIME_ZONE } from '@companion/contract/constants';
import { RESULTS_SHOWN_TO } from '@companion/contract/live';
import type { Overview } from '@companion/contract/staff/overview';
import { sql } from 'kysely';
import { zonedTime } from '../event/zonedTime.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { DAY, HOUR, isoTime } from '../platform/time.ts';
import { maySee } from '../questions/pollState.ts';

const SHOWN_TO_STAFF = RESULTS_SHOWN_TO.filter((shownTo) => maySee(shownTo, 'staff'));

/** The event in figures, at that time. */
export async function readOverview(db: ReadDatabase, now: number): Promise<Omit<Overview, 'eventName'>> {
  const midnight = zonedTime(EVENT_TIME_ZONE, now).startOfDay().epochMilliseconds;
  const accounts = db.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('n'));
  const since = (table: 'answers' | 'votes' | 'comments') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('created_at', '>', now - HOUR);
  const messages = db.selectFrom('outbox').select(({ fn }) => fn.countAll<number>().as('n'));
  const signedIn = db
    .selectFrom('sessions')
    .select(({ fn }) => fn.count<number>('account_id').distinct().as('n'))
    .where('created_at', '>=', midnight);
  return {
    registered: await count(accounts.where('registration_complete', '=', 1)),
    prepared: await count(accounts.where('registration_complete', '=', 0)),
    signedInToday: await count(signedIn),
    // As everything else about hidden results, the number of answers is hidden from the staff too (decision 048).
    answers: await count(
      since('answers')
        .innerJoin('polls', 'polls.question_id', 'answers.question_id')
        .where('polls.shown_to', 'in', SHOWN_TO_STAFF),
    ),
    votes: await count(since('votes')),
    comments: await count(since('comments')),
    // Each condition is that of an index. Messages that expire at once are written only to take the same time.
    messagesWaiting: await count(
      messages.where(sql<boolean>`sent_at is null and failed_at is null and expires_at > created_at`),
    ),
    messagesFailed: await count(
      messages.where(sql<boolean>`failed_at is not null and expires_at > created_at and failed_at > ${now - DAY}`),
    ),
    onNow: await listOnNow(db, now),
  };
}

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ n: number }> }): Promise<number> =>
  (await query.executeTakeFirstOrThrow()).n;

async function listOnNow(db: ReadDatabase, now: number): Promise<Overview['onNow']> {
  const rows = await db
    .selectFrom('content')
    .select(['id', 'title', 'room', 'ends_at'])
    .where('hidden', '=', 0)
    .where('starts_at', '<=', now)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('position')
    .execute();
  return rows.map(({ ends_at, ...row }) => ({ ...row, endsAt: isoTime(ends_at ?? now) }));
}
