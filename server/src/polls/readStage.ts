import { itemPath, pollPath } from '@companion/contract/appAddress';
import type { Stage } from '@companion/contract/staff/stage';
import { readBoard } from '../audienceQuestions/stageBoard.ts';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import { hallResults, maySeeResults, withoutCounts } from '../live/visibleState.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { readHallCounts } from '../safeguards/safeguardSettings.ts';
import { approvedTexts } from './answerTexts.ts';
import { readBetween } from './betweenPolls.ts';
import { countAnswers } from './countAnswers.ts';
import { findStaged } from './pollQueries.ts';

/** What a stage screen shows. */
export async function readStage(db: ReadDatabase, joinUrl: string, now: number): Promise<Stage> {
  const event = await db.selectFrom('events').select(['name', 'color']).executeTakeFirst();
  const staged = await findStaged(db, now);
  const nothing = {
    ...{ eventName: event?.name ?? '', eventColor: event?.color ?? null, joinUrl, codeUrl: joinUrl },
    ...{ poll: null, answered: null, results: null, texts: [], board: null },
  };
  // A node of an earlier version puts a poll on stage and leaves the questions there.
  const board = staged ? null : await readBoard(db);
  if (board) {
    return { ...nothing, board, codeUrl: joinUrl + itemPath(CONTENT_CAMPAIGNS.agenda, board.contentId) };
  }
  if (staged?.state !== 'open' && staged?.state !== 'closed') {
    return { ...nothing, between: await readBetween(db, now) };
  }
  const { id, campaignId, question, questionTypes, options, state, closesAt } = staged;
  const poll = { id, campaignId, question, questionTypes, options, state, closesAt };
  const key = { campaignId, questionId: id };
  const results = hallResults(await readHallCounts(db), await countAnswers(db, key));
  const codeUrl = joinUrl + pollPath(campaignId, id);
  const shown = { ...nothing, codeUrl, poll, answered: withoutCounts(results) };
  if (!maySeeResults(staged.shownTo, 'stage')) return shown;
  return { ...shown, results, texts: await approvedTexts(db, key) };
}
