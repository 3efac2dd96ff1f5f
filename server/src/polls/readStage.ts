import { hallResults } from '@companion/contract/staff/hallCounts';
import type { Stage } from '@companion/contract/staff/stage';
import { readBoard } from '../audienceQuestions/stageBoard.ts';
import { maySeeResults } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { readHallCounts } from '../safeguards/safeguardSettings.ts';
import { approvedTexts } from './answerTexts.ts';
import { countAnswers } from './countAnswers.ts';
import { findStaged } from './pollQueries.ts';

/** What a stage screen shows. */
export async function readStage(db: ReadDatabase, joinUrl: string, now: number): Promise<Stage> {
  const event = await db.selectFrom('events').select('name').executeTakeFirst();
  const staged = await findStaged(db, now);
  const nothing = { eventName: event?.name ?? '', joinUrl, poll: null, results: null, texts: [], board: null };
  // A node of an earlier version puts a poll on stage and leaves the questions there.
  if (!staged) return { ...nothing, board: await readBoard(db) };
  if (staged.state !== 'open' && staged.state !== 'closed') return nothing;
  const { id, campaignId, question, questionTypes, options, state, closesAt } = staged;
  const poll = { id, campaignId, question, questionTypes, options, state, closesAt };
  if (!maySeeResults(staged.shownTo, 'stage')) return { ...nothing, poll };
  const key = { campaignId, questionId: id };
  const results = hallResults(await readHallCounts(db), await countAnswers(db, key));
  return { ...nothing, poll, results, texts: await approvedTexts(db, key) };
}
