import type { StageBoard } from '@companion/contract/staff/stage';
import type { AudienceQuestionCounts } from '../live/liveSource.ts';
import { lockStage } from '../live/lockStage.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import {
  countedAudienceQuestions,
  hasSpeakers,
  PUBLIC_STATES,
  readCounted,
  shownUpvotes,
  takesAudienceQuestions,
  wasAsked,
} from './audienceQuestionQueries.ts';

/** No screen has room for more. */
const MAX_ON_BOARD = 10;

const NO_SPEAKERS = 'This session has no speakers, so phones show no form to ask. Add a speaker to it first.';

/** Shows the questions of a session on stage, in place of what was there, or takes them off. */
export async function putAudienceQuestionsOnStage(
  tx: Transacting,
  contentId: string,
  isOnStage: boolean,
): Promise<void> {
  const { db } = tx;
  await lockStage(tx);
  const before = await db.selectFrom('stage').select('content_id').executeTakeFirst();
  if (isOnStage) {
    if (!(await takesAudienceQuestions(db, contentId))) reject('notFound', 'There is no such session.');
    const shown = db.selectFrom('content').select('id').where('id', '=', contentId);
    const isAskedAbout = await shown.where((by) => by.or([hasSpeakers(by), wasAsked(by)])).executeTakeFirst();
    if (!isAskedAbout) reject('conflict', NO_SPEAKERS);
    await db.updateTable('stage').set({ question_id: null, content_id: contentId }).execute();
  } else if (before?.content_id === contentId) {
    await db.updateTable('stage').set({ content_id: null }).execute();
  } else if (!(await takesAudienceQuestions(db, contentId))) reject('notFound', 'There is no such session.');
  await recordChange(tx, 'stage', contentId);
}

/** The questions that are on stage; null while none are. Those that wait or were dismissed are not read at all. */
export async function readBoard(db: ReadDatabase): Promise<StageBoard | null> {
  const session = await db
    .selectFrom('stage')
    .innerJoin('content', 'content.id', 'stage.content_id')
    .select(['content.id', 'content.title'])
    .where('content.hidden', '=', 0)
    .executeTakeFirst();
  if (!session) return null;
  const rows = await countedAudienceQuestions(db)
    .where('audience_questions.content_id', '=', session.id)
    .where('audience_questions.state', 'in', ['pinned', 'shown'])
    // In the order of the alphabet the pinned one is first.
    .orderBy('audience_questions.state')
    .orderBy('audience_questions.confirmed_upvotes', 'desc')
    .orderBy('audience_questions.upvotes', 'desc')
    .orderBy('audience_questions.created_at')
    .orderBy('audience_questions.id')
    .limit(MAX_ON_BOARD)
    .execute();
  const counted = await readCounted(db, session.id);
  const ofState = (wanted: 'pinned' | 'shown') =>
    rows
      .filter(({ state }) => state === wanted)
      .map((row) => ({ id: row.id, text: row.text, upvotes: shownUpvotes(counted, row) }));
  return {
    contentId: session.id,
    title: session.title,
    pinned: ofState('pinned')[0] ?? null,
    audienceQuestions: ofState('shown'),
    counted,
  };
}

/** What moderators and the stage must know of the hall between two changes that are recorded. */
export async function countAudienceQuestions(db: ReadDatabase): Promise<AudienceQuestionCounts> {
  const pending = db
    .selectFrom('audience_questions')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending')
    .where('standing', '!=', 'dismissed');
  const upvoteChanges = db
    .selectFrom('audience_questions')
    .select((by) => by.fn.sum<number>('upvote_changes').as('changes'))
    .where('content_id', '=', db.selectFrom('stage').select('stage.content_id'))
    // Those that the board is counted from.
    .where('state', 'in', PUBLIC_STATES);
  const row = await db
    .selectNoFrom([pending.as('pending'), upvoteChanges.as('upvoteChanges')])
    .executeTakeFirstOrThrow();
  return { pending: row.pending ?? 0, upvoteChanges: row.upvoteChanges ?? 0 };
}
