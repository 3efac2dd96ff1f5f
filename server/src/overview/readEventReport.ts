import { setImmediate } from 'node:timers/promises';
import { type EventReport, RANKED_SESSIONS } from '@companion/contract/staff/eventReport';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { getEvent, readTimeZone } from '../event/eventQueries.ts';
import { zonedTime } from '../event/zonedTime.ts';
import { countFeedbackMessages } from '../feedback/feedbackMessages.ts';
import { filterItems, readItemFigures } from '../itemFeedback/countVotesAndComments.ts';
import { maySeeResults } from '../live/visibleState.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { DAY, isoTime } from '../platform/time.ts';
import { countDismissed, findAnswered, readTotals } from '../polls/countAnswers.ts';
import { listPolls } from '../polls/pollQueries.ts';
import { readActivity, readHours } from './readActivity.ts';
import { countDismissedAccounts, readPeople } from './readOverview.ts';

type Source = Pick<Services, 'db' | 'config'>;

type Polls = Pick<EventReport, 'polls' | 'openPolls' | 'hiddenPolls' | 'dismissedAnswers'>;

/**
 * What a report has besides polls and the funnel. One count after another: a report must not take every connection, nor
 * keep SQLite busy.
 */
export async function readEventFigures(
  services: Source,
  now: number,
): Promise<Omit<EventReport, keyof Polls | 'funnel'>> {
  const { db } = services;
  const { name, host, tagline, starts_at, ends_at } = await getEvent(db);
  const { registered, activated } = await readPeople(services, now);
  return {
    event: { name, host, tagline, startDate: isoTime(starts_at), endDate: isoTime(ends_at) },
    at: isoTime(now),
    ...{ registered, activated },
    activity: await readDays(services, starts_at, ends_at, now),
    sessions: rankSessions(await readItemFigures(db)),
    questions: await countQuestions(db),
    feedbackMessages: await countFeedbackMessages(db),
    dismissedAccounts: await countDismissedAccounts(db),
  };
}

/** The hours of the event's days, and what came in before and after, which is counted day by day. */
async function readDays(
  services: Source,
  startsAt: number,
  endsAt: number,
  now: number,
): Promise<EventReport['activity']> {
  const zone = await readTimeZone(services.db);
  const midnight = (at: number) => zonedTime(zone, at).startOfDay();
  const from = midnight(startsAt).epochMilliseconds;
  // An end at midnight belongs to the day before.
  const until = midnight(endsAt - 1).add({ days: 1 }).epochMilliseconds;
  // Nothing comes in before the first account.
  const { first } = await services.db
    .selectFrom('accounts')
    .select(({ fn }) => fn.min<number | null>('created_at').as('first'))
    .executeTakeFirstOrThrow();
  return {
    before: sumOf(await readActivity(services, daysFrom(from - DAY * daysIn(from - (first ?? from)), from), now)),
    hours: await readHours(services, from, until, now),
    after: sumOf(await readActivity(services, daysFrom(until, until + DAY * daysIn(now + 1 - until)), now)),
  };
}

const daysIn = (ms: number): number => Math.max(0, Math.ceil(ms / DAY));

/** The times from one to another, a day apart. */
const daysFrom = (from: number, until: number): number[] =>
  Array.from({ length: daysIn(until - from) + 1 }, (_, index) => from + index * DAY);

type Activity = EventReport['activity']['before'];

const sumOf = (all: Activity[]): Activity => ({
  registrations: sum(all, ({ registrations }) => registrations),
  answers: sum(all, ({ answers }) => answers),
  votes: sum(all, ({ votes }) => votes),
  comments: sum(all, ({ comments }) => comments),
  questions: sum(all, ({ questions }) => questions),
});

const sum = <Row>(rows: Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);

function rankSessions(items: ItemFigures[]): EventReport['sessions'] {
  const sessions = filterItems(items, { kind: 'session' });
  const voted = sessions.filter(({ up, down }) => up + down > 0);
  const commented = sessions.filter(({ comments }) => comments > 0);
  return {
    total: sessions.filter(({ isRemoved }) => !isRemoved).length,
    up: sum(sessions, ({ up }) => up),
    down: sum(sessions, ({ down }) => down),
    comments: sum(sessions, ({ comments }) => comments),
    mostVotes: filterItems(voted, { order: 'votes' }).slice(0, RANKED_SESSIONS),
    mostComments: filterItems(commented, { order: 'comments' }).slice(0, RANKED_SESSIONS),
  };
}

/**
 * A draft was never asked, nor one that went to the archive from there. What takes answers is no result yet, whoever sees
 * it.
 */
export async function readClosedPolls(db: ReadDatabase, now: number): Promise<Polls> {
  const all = (await listPolls(db, now)).filter(({ state }) => state !== 'draft');
  const unopened = all.filter(({ state, openedAt }) => state === 'archived' && openedAt === null).map(({ id }) => id);
  const answered = await findAnswered(db, unopened);
  const asked = all.filter(({ id }) => !unopened.includes(id) || answered.has(id));
  const closed = asked.filter(({ state }) => state !== 'open');
  const shown = closed.filter(({ shownTo }) => maySeeResults(shownTo, 'staff'));
  const polls: EventReport['polls'] = [];
  for (const poll of shown) {
    polls.push({ poll, ...(await readTotals(db, { campaignId: poll.campaignId, questionId: poll.id })) });
    await setImmediate();
  }
  return {
    polls,
    openPolls: asked.length - closed.length,
    hiddenPolls: closed.filter((poll) => !shown.includes(poll)),
    dismissedAnswers: await countDismissed(
      db,
      shown.map(({ id }) => id),
    ),
  };
}

async function countQuestions(db: ReadDatabase): Promise<EventReport['questions']> {
  const rows = await db
    .selectFrom('audience_questions')
    .select(['state', ({ fn }) => fn.countAll<number>().as('n'), ({ fn }) => fn.sum<number>('upvotes').as('upvotes')])
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy('state')
    .execute();
  return {
    asked: sum(rows, ({ n }) => n),
    answered: rows.find(({ state }) => state === 'answered')?.n ?? 0,
    upvotes: sum(rows, ({ upvotes }) => Number(upvotes)),
  };
}
