import { POST_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { Poll } from '@companion/contract/staff/polls';
import type { Staged } from '../live/liveSource.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { firstShownTo, stateAt } from './pollState.ts';
import { placesOf, type QuestionKey, questionsWithState, toAsked } from './questionQueries.ts';

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

/** The text of a question on stage is in the frame up to this size, in bytes (decision 060). */
const MAX_ASKED_BYTES = 8 * 1024;

/**
 * What is on stage for the hall; null while that is nothing. A draft that a host has put there is shown once it is open.
 * An open poll with a time in `closesAt` is closed from that time on, without a change that is recorded.
 */
export async function stageState(db: ReadDatabase, now: number): Promise<Staged | null> {
  const staged = await findStaged(db, now);
  if (!staged) return null;
  const { campaignId, id, state, shownTo, closesAt } = staged;
  if (state !== 'open' && state !== 'closed') return null;
  const { question, questionTypes, options, campaignTitle } = staged;
  const asked = { question, questionTypes, options, campaignTitle, ...(await placeOf(db, staged)) };
  const isShort = Buffer.byteLength(JSON.stringify(asked)) <= MAX_ASKED_BYTES;
  return { poll: { campaignId, questionId: id, state, closesAt, ...(isShort ? { asked } : {}) }, shownTo };
}

async function placeOf(db: ReadDatabase, { campaignId, id }: Poll) {
  const campaign = await questionsWithState(db)
    .where('questions.campaign_id', '=', campaignId)
    .orderBy('questions.position')
    .orderBy('questions.id')
    .execute();
  return placesOf(campaign)({ id, campaign_id: campaignId });
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
