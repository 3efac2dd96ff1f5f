import { POST_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { Poll } from '@companion/contract/staff/polls';
import type { Countdowns, Staged } from '../live/liveSource.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { firstShownTo, stateAt } from './pollState.ts';
import { type QuestionKey, questionsWithState, toAsked } from './questionQueries.ts';

/** Every question of every campaign with its state, in order. */
export async function listPolls(db: ReadDatabase, now: number): Promise<Poll[]> {
  const rows = await polls(db)
    .orderBy('campaigns.position')
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute();
  return rows.map((row) => toPoll(row, now));
}

export async function findPoll(
  db: ReadDatabase,
  { campaignId, questionId }: QuestionKey,
  now: number,
): Promise<Poll | undefined> {
  const row = await polls(db)
    .where('questions.id', '=', questionId)
    .where('questions.campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row && toPoll(row, now);
}

/** The question that a host has put on stage, in any state; undefined if there is none. */
export async function findStaged(db: ReadDatabase, now: number): Promise<Poll | undefined> {
  const row = await polls(db).where('stage.id', 'is not', null).executeTakeFirst();
  return row && toPoll(row, now);
}

/**
 * What is on stage for the hall; null while that is nothing. A draft that a host has put there is shown once it is open.
 * An open poll with a time in `closesAt` is closed from that time on, without a change that is recorded.
 */
export async function stageState(db: ReadDatabase, now: number): Promise<Staged | null> {
  const staged = await findStaged(db, now);
  if (!staged) return null;
  const { campaignId, id, state, shownTo, closesAt } = staged;
  if (state !== 'open' && state !== 'closed') return null;
  return { poll: { campaignId, questionId: id, state, closesAt }, shownTo };
}

/**
 * The countdowns that end after `since`, the newest change of the questions. A later change of a poll stores it as closed,
 * and its countdown counts on, so that the revision never falls. A closing by hand is itself a change of the questions, so
 * its time is not after `since`.
 */
export async function countdowns(db: ReadDatabase, since: number, now: number): Promise<Countdowns> {
  const rows = await db
    .selectFrom('polls')
    .select('closes_at')
    .where('state', 'in', ['open', 'closed'])
    .where('closes_at', '>', since)
    .orderBy('closes_at')
    .execute();
  const times = rows.map(({ closes_at }) => closes_at ?? 0);
  const ended = times.filter((time) => time <= now).length;
  return { ended, nextAt: times[ended] ?? null };
}

const polls = (db: ReadDatabase) =>
  questionsWithState(db)
    .leftJoin('stage', 'stage.question_id', 'questions.id')
    .select(['polls.stage_position', 'polls.version', 'stage.id as stage_id'])
    .select((by) => by.selectFrom('events').select('events.ends_at').limit(1).as('event_ends_at'));

type Row = Awaited<ReturnType<ReturnType<typeof polls>['executeTakeFirstOrThrow']>>;

const toPoll = (row: Row, now: number): Poll => ({
  ...toAsked(row),
  state: stateAt(row, now),
  shownTo: row.shown_to ?? firstShownTo(row.campaign_id),
  closesAt: isoTime(row.closes_at),
  openedAt: isoTime(row.opened_at),
  isOnStage: row.stage_id !== null,
  stagePosition: row.stage_position,
  waitsForEventEnd: row.campaign_id === POST_EVENT_CAMPAIGN && now < (row.event_ends_at ?? 0),
  version: row.version ?? 0,
});
