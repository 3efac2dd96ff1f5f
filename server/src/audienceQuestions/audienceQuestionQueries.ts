import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';
import type { Counted } from '@companion/contract/live';
import {
  AUDIENCE_QUESTIONS_PER_PAGE,
  type AudienceQuestionSession,
  type QueuedAudienceQuestion,
} from '@companion/contract/staff/audienceQuestionQueue';
import { countedInHall } from '@companion/contract/staff/hallCounts';
import type { ExpressionBuilder } from 'kysely';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { type Pause, searchPage } from '../platform/db/searchTexts.ts';
import { type Keys, mac, sealId } from '../platform/deriveKeys.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { lockStanding } from '../safeguards/accountStanding.ts';
import { hallCounts } from '../safeguards/safeguardSettings.ts';
import { addUpvotes } from '../safeguards/upvoteCounts.ts';

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

type OfContent = ExpressionBuilder<Database, 'content'>;

/** Of a session without speakers nothing is asked on phones. */
export const hasSpeakers = (by: OfContent) => by('content.speaker_ids', '!=', '[]');

/** Whether attendees have asked its speakers, whom it may have lost since. */
export const wasAsked = (by: OfContent) =>
  by.exists(
    by
      .selectFrom('audience_questions')
      .select('audience_questions.id')
      .whereRef('audience_questions.content_id', '=', 'content.id'),
  );

/**
 * One row for each account, whatever is repeated or sent at once, and the numbers that the question keeps. The account is
 * locked first, as by what changes its standing.
 */
export async function saveUpvote(
  tx: Transacting,
  row: { audience_question_id: string; account_id: string },
  upvoted: boolean,
): Promise<void> {
  const { db, now } = tx;
  const standing = await lockStanding(tx, row.account_id);
  const changed = upvoted
    ? await db
        .insertInto('audience_question_upvotes')
        .values({ ...row, created_at: now(), standing })
        .onConflict((conflict) => conflict.columns(['audience_question_id', 'account_id']).doNothing())
        .returning('account_id')
        .executeTakeFirst()
    : await db
        .deleteFrom('audience_question_upvotes')
        .where('audience_question_id', '=', row.audience_question_id)
        .where('account_id', '=', row.account_id)
        .returning('account_id')
        .executeTakeFirst();
  if (!changed || standing === 'dismissed') return;
  const by = upvoted ? 1 : -1;
  await addUpvotes(db, row.audience_question_id, { all: by, confirmed: standing === 'confirmed' ? by : 0 });
}

const MARK_LENGTH = 11;

/**
 * For each of these sessions a mark of the upvotes that its questions have, of those that everyone sees: other upvotes, or
 * another choice of those that the hall is shown, another mark. All phones have it, so it is a MAC, which shows neither
 * how many upvotes there are nor when one was given.
 */
export async function upvoteMarks({ db, keys }: Reading, contentIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('audience_questions')
    .select((by) => [
      'content_id',
      by.fn.countAll<number>().as('count'),
      by.fn.sum<number>('upvote_changes').as('changes'),
      hallCounts.as('choice'),
    ])
    .where('content_id', 'in', contentIds)
    .where('state', 'in', PUBLIC_STATES)
    .where('standing', '!=', 'dismissed')
    .groupBy('content_id')
    .having((by) => by(by.fn.sum<number>('upvotes'), '>', 0))
    .execute();
  const markOf = ({ content_id, count, changes, choice }: (typeof rows)[number]) =>
    mac(keys.upvotes, content_id, count, changes, choice).slice(0, MARK_LENGTH);
  return new Map(rows.map((row) => [row.content_id, markOf(row)]));
}

/** Whose upvotes the hall is shown of the questions to a session. */
export async function readCounted(db: ReadDatabase, contentId: string): Promise<Counted> {
  const { choice, all, confirmed } = await db
    .selectFrom('audience_questions')
    .select(({ fn }) => [
      hallCounts.as('choice'),
      fn.sum<number | null>('upvotes').as('all'),
      fn.sum<number | null>('confirmed_upvotes').as('confirmed'),
    ])
    .where('content_id', '=', contentId)
    .where('state', 'in', PUBLIC_STATES)
    .where('standing', '!=', 'dismissed')
    .executeTakeFirstOrThrow();
  return countedInHall(choice, all ?? 0, confirmed ?? 0);
}

/** The number of upvotes that the hall is shown of a question. */
export const shownUpvotes = (
  counted: Counted,
  { upvotes, confirmed_upvotes }: { upvotes: number; confirmed_upvotes: number },
): number => (counted === 'confirmed' ? confirmed_upvotes : upvotes);

type Reading = Pick<Services, 'db' | 'keys'>;

interface Wanted {
  search?: string | undefined;
  contentId?: string | undefined;
  state?: AudienceQuestionState | 'undecided' | undefined;
  /** From 1. */
  page: number;
}

/** A page of the moderators' queue, the oldest first, and how many there are. */
export async function listQueue(
  { db, keys }: Reading,
  { search = '', contentId, state, page }: Wanted,
  pause?: Pause,
): Promise<{ audienceQuestions: QueuedAudienceQuestion[]; total: number }> {
  const found = queued(db)
    .$if(contentId !== undefined, (rows) => rows.where('audience_questions.content_id', '=', contentId ?? ''))
    .$if(state !== undefined, (rows) => rows.where('audience_questions.state', 'in', statesOf(state)));
  const order = { time: 'audience_questions.created_at', id: 'audience_questions.id', direction: 'asc' } as const;
  const sought = { column: 'audience_questions.text', search, order };
  const { rows, total } = await searchPage(found, sought, { page, size: AUDIENCE_QUESTIONS_PER_PAGE }, pause);
  return { audienceQuestions: rows.map((row) => toQueued(keys, row)), total };
}

const statesOf = (state: Wanted['state'] = 'undecided'): AudienceQuestionState[] =>
  state === 'undecided' ? ['pending', 'shown', 'pinned'] : [state];

/** The sessions that take questions, in the order in which they begin, and those whose questions are in the queue. */
export async function listAudienceQuestionSessions(db: ReadDatabase): Promise<AudienceQuestionSession[]> {
  const rows = await db
    .selectFrom('content')
    .leftJoin('stage', 'stage.content_id', 'content.id')
    .select(['content.id', 'content.title', 'content.starts_at', 'content.ends_at', 'stage.id as stage_id'])
    .select((by) =>
      by
        .selectFrom('audience_questions')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('audience_questions.content_id', '=', 'content.id')
        .where('audience_questions.state', '=', 'pending')
        .where('audience_questions.standing', '!=', 'dismissed')
        .as('pending'),
    )
    .where('content.campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where((by) =>
      by.or([by.and([by('content.hidden', '=', 0), hasSpeakers(by)]), by('stage.id', 'is not', null), wasAsked(by)]),
    )
    // One without a time is hidden, and comes last on both engines.
    .orderBy((by) => by.case().when('content.starts_at', 'is', null).then(1).else(0).end())
    .orderBy('content.starts_at')
    .orderBy('content.position')
    .orderBy('content.id')
    .execute();
  return rows.map(({ id, title, starts_at, ends_at, pending, stage_id }) => ({
    contentId: id,
    title,
    startsAt: isoTime(starts_at),
    endsAt: isoTime(ends_at),
    pending: pending ?? 0,
    isOnStage: stage_id !== null,
  }));
}

/** Those of these ids that exist, the oldest first. */
export async function findQueued({ db, keys }: Reading, ids: string[]): Promise<QueuedAudienceQuestion[]> {
  const rows = await queued(db)
    .where('audience_questions.id', 'in', ids)
    .orderBy('audience_questions.created_at')
    .orderBy('audience_questions.id')
    .execute();
  return rows.map((row) => toQueued(keys, row));
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
      'audience_questions.upvotes',
      'audience_questions.confirmed_upvotes',
    ]);

/** Those that were not part of a flood that the staff has dismissed. */
export const countedAudienceQuestions = (db: ReadDatabase) =>
  selectAudienceQuestions(db).where('audience_questions.standing', '!=', 'dismissed');

const queued = (db: ReadDatabase) =>
  countedAudienceQuestions(db)
    .innerJoin('content', 'content.id', 'audience_questions.content_id')
    .innerJoin('accounts', 'accounts.id', 'audience_questions.account_id')
    .select(['content.title', 'accounts.confirmed_at', 'accounts.blocked_at']);

type QueuedRow = Awaited<ReturnType<ReturnType<typeof queued>['executeTakeFirstOrThrow']>>;

/** Who asks stays unknown to the staff, but not whether two questions are by one person. */
export const AUTHOR = 'author of questions from the hall';

const toQueued = (keys: Keys, row: QueuedRow): QueuedAudienceQuestion => ({
  id: row.id,
  contentId: row.content_id,
  text: row.text,
  state: row.state,
  upvotes: row.upvotes,
  confirmedUpvotes: row.confirmed_upvotes,
  title: row.title,
  askedAt: isoTime(row.created_at),
  author: sealId(keys, AUTHOR, row.account_id),
  authorIsConfirmed: row.confirmed_at !== null,
  isAuthorBlocked: row.blocked_at !== null,
});
