import type { StageBoard } from '@companion/contract/staff/stage';
import type { HallCount } from '../live/liveSource.ts';
import { lockStage } from '../live/lockStage.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { selectAudienceQuestions, takesAudienceQuestions } from './audienceQuestionQueries.ts';

/** No screen has room for more. */
const MAX_ON_BOARD = 10;

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
    await db.updateTable('stage').set({ question_id: null, content_id: contentId }).execute();
  } else if (before?.content_id === contentId) {
    await db.updateTable('stage').set({ content_id: null }).execute();
  }
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
  const rows = await selectAudienceQuestions(db)
    .where('audience_questions.content_id', '=', session.id)
    .where('audience_questions.state', 'in', ['pinned', 'shown'])
    // In the order of the alphabet the pinned one is first.
    .orderBy('audience_questions.state')
    .orderBy('upvotes', 'desc')
    .orderBy('audience_questions.created_at')
    .orderBy('audience_questions.id')
    .limit(MAX_ON_BOARD)
    .execute();
  const shown = rows.map(({ id, text, upvotes, state }) => ({
    state,
    audienceQuestion: { id, text, upvotes: upvotes ?? 0 },
  }));
  const ofState = (wanted: 'pinned' | 'shown') =>
    shown.filter(({ state }) => state === wanted).map(({ audienceQuestion }) => audienceQuestion);
  return {
    contentId: session.id,
    title: session.title,
    pinned: ofState('pinned')[0] ?? null,
    audienceQuestions: ofState('shown'),
  };
}

/** What moderators and the stage must know of the hall between two changes that are recorded. */
export async function countHall(db: ReadDatabase): Promise<HallCount> {
  const pending = db
    .selectFrom('audience_questions')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('state', '=', 'pending');
  const upvotes = db
    .selectFrom('audience_question_upvotes')
    .innerJoin('audience_questions', 'audience_questions.id', 'audience_question_upvotes.audience_question_id')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('audience_questions.content_id', '=', db.selectFrom('stage').select('stage.content_id'))
    .where('audience_questions.state', 'in', ['pinned', 'shown']);
  const row = await db.selectNoFrom([pending.as('pending'), upvotes.as('upvotes')]).executeTakeFirstOrThrow();
  return { pending: row.pending ?? 0, upvotes: row.upvotes ?? 0 };
}
