import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import {
  AUDIENCE_QUESTIONS_PER_PAGE,
  type AudienceQuestionSession,
  type QueuedAudienceQuestion,
} from '@companion/contract/staff/audienceQuestionQueue';
import { expressionBuilder, type Kysely } from 'kysely';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { type Pause, searchPage } from '../platform/db/searchTexts.ts';
import { mac } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';

/** The states in which everyone sees a question, in the order of the list. */
export const PUBLIC_STATES: AudienceQuestionState[] = ['pinned', 'shown', 'answered'];

/** Whether attendees can ask the speakers of this item. */
export async function takesAudienceQuestions(db: ReadDatabase, contentId: string): Promise<boolean> {
  const item = await db
    .selectFrom('content')
    .select('id')
    .where('id', '=', contentId)
    .where('campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where('hidden', '=', 0)
    .executeTakeFirst();
  return item !== undefined;
}

/** One row for each account, whatever is repeated or sent at once. */
export async function saveUpvote(
  db: Kysely<Database>,
  row: { audience_question_id: string; account_id: string },
  upvoted: boolean,
  now: number,
): Promise<void> {
  if (upvoted) {
    await db
      .insertInto('audience_question_upvotes')
      .values({ ...row, created_at: now })
      .onConflict((conflict) => conflict.columns(['audience_question_id', 'account_id']).doNothing())
      .execute();
  } else {
    await db
      .deleteFrom('audience_question_upvotes')
      .where('audience_question_id', '=', row.audience_question_id)
      .where('account_id', '=', row.account_id)
      .execute();
  }
}

const MARK_LENGTH = 11;

/**
 * For each of these sessions a mark of the upvotes that its questions have, of those that everyone sees: other upvotes,
 * another mark. All phones have it, so it is a MAC, which shows neither how many upvotes there are nor when one was given.
 */
export async function upvoteMarks(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  contentIds: string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audience_questions')
    .innerJoin('audience_question_upvotes', 'audience_question_upvotes.audience_question_id', 'audience_questions.id')
    .select((by) => [
      'audience_questions.content_id',
      by.fn.countAll<number>().as('count'),
      // One taken back and one given leave the number as it was.
      by.fn.max('audience_question_upvotes.created_at').as('newest'),
    ])
    .where('audience_questions.content_id', 'in', contentIds)
    .where('audience_questions.state', 'in', PUBLIC_STATES)
    .groupBy('audience_questions.content_id')
    .execute();
  const markOf = ({ content_id, count, newest }: (typeof rows)[number]) =>
    mac(keys.upvotes, content_id, count, newest).slice(0, MARK_LENGTH);
  return new Map(rows.map((row) => [row.content_id, markOf(row)]));
}

interface Wanted {
  search?: string | undefined;
  contentId?: string | undefined;
  state?: AudienceQuestionState | undefined;
  /** From 1. */
  page: number;
}

/** A page of the moderators' queue, the oldest first, and how many there are. */
export async function listQueue(
  db: ReadDatabase,
  { search = '', contentId, state, page }: Wanted,
  pause?: Pause,
): Promise<{ audienceQuestions: QueuedAudienceQuestion[]; total: number }> {
  const found = queued(db)
    .$if(contentId !== undefined, (rows) => rows.where('audience_questions.content_id', '=', contentId ?? ''))
    .$if(state !== undefined, (rows) => rows.where('audience_questions.state', '=', state ?? 'pending'));
  const order = { time: 'audience_questions.created_at', id: 'audience_questions.id', direction: 'asc' } as const;
  const sought = { column: 'audience_questions.text', search, order };
  const { rows, total } = await searchPage(found, sought, { page, size: AUDIENCE_QUESTIONS_PER_PAGE }, pause);
  return { audienceQuestions: rows.map(toQueued), total };
}

/** The sessions that take questions, in the order of the agenda, and those whose questions are in the queue. */
export async function listAudienceQuestionSessions(db: ReadDatabase): Promise<AudienceQuestionSession[]> {
  const rows = await db
    .selectFrom('content')
    .leftJoin('stage', 'stage.content_id', 'content.id')
    .select(['content.id', 'content.title', 'content.starts_at', 'stage.id as stage_id'])
    .select((by) =>
      by
        .selectFrom('audience_questions')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('audience_questions.content_id', '=', 'content.id')
        .where('audience_questions.state', '=', 'pending')
        .as('pending'),
    )
    .where('content.campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where((by) =>
      by.or([
        by('content.hidden', '=', 0),
        by.exists(
          by
            .selectFrom('audience_questions')
            .select('audience_questions.id')
            .whereRef('audience_questions.content_id', '=', 'content.id'),
        ),
      ]),
    )
    .orderBy('content.position')
    .orderBy('content.id')
    .execute();
  return rows.map(({ id, title, starts_at, pending, stage_id }) => ({
    contentId: id,
    title,
    startsAt: isoTime(starts_at),
    pending: pending ?? 0,
    isOnStage: stage_id !== null,
  }));
}

/** Those of these ids that exist, the oldest first. */
export async function findQueued(db: ReadDatabase, ids: string[]): Promise<QueuedAudienceQuestion[]> {
  const rows = await queued(db)
    .where('audience_questions.id', 'in', ids)
    .orderBy('audience_questions.created_at')
    .orderBy('audience_questions.id')
    .execute();
  return rows.map(toQueued);
}

export const selectAudienceQuestions = (db: ReadDatabase) =>
  db
    .selectFrom('audience_questions')
    .select([
      'audience_questions.id',
      'audience_questions.account_id',
      'audience_questions.content_id',
      'audience_questions.text',
      'audience_questions.state',
      'audience_questions.created_at',
    ])
    .select(countUpvotes().as('upvotes'));

/** How many upvotes the question of the statement around it has. */
export const countUpvotes = () =>
  expressionBuilder<Database, 'audience_questions'>()
    .selectFrom('audience_question_upvotes')
    .select((by) => by.fn.countAll<number>().as('count'))
    .whereRef('audience_question_upvotes.audience_question_id', '=', 'audience_questions.id');

const queued = (db: ReadDatabase) =>
  selectAudienceQuestions(db)
    .innerJoin('content', 'content.id', 'audience_questions.content_id')
    .select('content.title');

type QueuedRow = Awaited<ReturnType<ReturnType<typeof queued>['executeTakeFirstOrThrow']>>;

const toQueued = ({ id, content_id, text, state, upvotes, title, created_at }: QueuedRow): QueuedAudienceQuestion => ({
  id,
  contentId: content_id,
  text,
  state,
  upvotes: upvotes ?? 0,
  title,
  askedAt: isoTime(created_at),
});
