import {
  COMMENTS_PER_PAGE,
  type CommentModeration,
  type ItemComment,
  type ListedComment,
} from '@companion/contract/staff/itemComments';
import { sql } from 'kysely';
import { isOfEvent } from '../event/packContent.ts';
import { lockAccount } from '../identity/accounts/accountQueries.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { inOrder } from '../platform/db/readInBatches.ts';
import { rowsOfPage } from '../platform/db/readPage.ts';
import { type Pause, searchInBatches, searchPage } from '../platform/db/searchTexts.ts';
import { type Keys, sealId, unsealId } from '../platform/deriveKeys.ts';
import { reject } from '../platform/domainError.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';

interface Filter {
  search?: string | undefined;
  hidden?: 'yes' | 'no' | undefined;
}

type Reading = Pick<Services, 'db' | 'keys'>;

/**
 * A page of the comments on an item, the newest first, and how many fit.
 * @param page from 1
 */
export async function listItemComments(
  { db, keys }: Reading,
  contentId: string,
  { page, ...filter }: Filter & { page: number },
  pause?: Pause,
): Promise<{ comments: ItemComment[]; total: number }> {
  const found = commentsOn(db, contentId, filter);
  const { rows, total } = await searchPage(found, sought(filter), { page, size: COMMENTS_PER_PAGE }, pause);
  return { comments: rows.map((row) => toComment(keys, row)), total };
}

/**
 * A page of the comments on all items of the event, or on one of them, the newest first, and how many fit.
 * @param page from 1
 * @param total how many there are without a search: the figures of the items have it, and counting them costs more than
 * the page
 */
export async function listComments(
  { db, keys }: Reading,
  { contentId, page, ...filter }: Filter & { contentId?: string | undefined; page: number },
  total: number,
  pause?: Pause,
): Promise<{ comments: ListedComment[]; total: number }> {
  const found = contentId === undefined ? comments(db, filter).where(isOfEvent) : commentsOn(db, contentId, filter);
  const stream = { ...sought(filter), order: { ...NEWEST_FIRST, id: COMMENT_ID } };
  const part = { page, size: COMMENTS_PER_PAGE };
  const read = filter.search
    ? await searchPage(found, stream, part, pause)
    : { rows: await rowsOfPage(inOrder(found, stream.order), part), total };
  return {
    comments: read.rows.map((row) => ({ ...toComment(keys, row), contentId: row.content_id, title: row.title })),
    total: read.total,
  };
}

/** Every comment on an item that fits, the newest first, some at a time. One that is changed in between may be missing. */
export async function* allItemComments(
  { db, keys }: Reading,
  contentId: string,
  filter: Filter,
): AsyncGenerator<ItemComment[]> {
  const found = commentsOn(db, contentId, filter);
  for await (const rows of searchInBatches(found, sought(filter), placeOf))
    yield rows.map((row) => toComment(keys, row));
}

const placeOf = ({ updated_at, account_id }: Row): [number, string] => [updated_at, account_id];

/**
 * Hides a comment, shows it again, or notes something about it. Its text stays, and its author sees no difference. Of
 * changes at the same time the last one counts, field by field.
 */
export async function moderateComment(
  tx: Transacting,
  { contentId, commentId }: { contentId: string; commentId: string },
  { isHidden, note }: CommentModeration,
): Promise<ItemComment> {
  const { db, keys, now } = tx;
  const accountId = unsealId(keys, contextOf(contentId), commentId) ?? reject('notFound', UNKNOWN);
  // An erasure comes before or after, not in between.
  await lockAccount(db, { id: accountId });
  const one = () => commentsOn(db, contentId, {}).where('comments.account_id', '=', accountId).executeTakeFirst();
  if (!(await one())) reject('notFound', UNKNOWN);
  const row = { account_id: accountId, content_id: contentId };
  const change = {
    ...(isHidden === undefined ? {} : { hidden_at: isHidden ? now() : null }),
    ...(note === undefined ? {} : { note }),
  };
  await db
    .insertInto('comment_moderations')
    .values({ ...row, hidden_at: null, note: '', ...change })
    .onConflict((conflict) => conflict.columns(['content_id', 'account_id']).doUpdateSet({ ...row, ...change }))
    .execute();
  return toComment(keys, (await one()) ?? reject('notFound', UNKNOWN));
}

const UNKNOWN = 'There is no such comment.';

const NEWEST_FIRST = { time: 'comments.updated_at', direction: 'desc' } as const;
/** In the stream a person may have several comments. */
const COMMENT_ID = sql<string>`comments.account_id || ' ' || comments.content_id`;

const sought = ({ search = '' }: Filter) =>
  ({ column: 'comments.comment', search, order: { ...NEWEST_FIRST, id: 'comments.account_id' } }) as const;

const commentsOn = (db: ReadDatabase, contentId: string, filter: Pick<Filter, 'hidden'>) =>
  comments(db, filter).where('comments.content_id', '=', contentId);

const comments = (db: ReadDatabase, { hidden }: Pick<Filter, 'hidden'>) =>
  db
    .selectFrom('comments')
    // SQLite keeps the order of such a join: starting from the items, it would sort all comments.
    .crossJoin('content')
    .leftJoin('comment_moderations as moderation', (join) =>
      join
        .onRef('moderation.content_id', '=', 'comments.content_id')
        .onRef('moderation.account_id', '=', 'comments.account_id'),
    )
    .select(['comments.account_id', 'comments.content_id', 'comments.comment', 'comments.updated_at'])
    .select(['content.title', 'moderation.hidden_at', 'moderation.note'])
    .whereRef('content.id', '=', 'comments.content_id')
    .where('comments.standing', 'in', COUNTED_STANDINGS)
    .$if(hidden === 'yes', (rows) => rows.where('moderation.hidden_at', 'is not', null))
    // PostgreSQL takes `is null` for rare, since few comments have a row there, and would sort all comments.
    .$if(hidden === 'no', (rows) => rows.where((by) => by(by.fn.coalesce('moderation.hidden_at', by.lit(0)), '<=', 0)));

type Row = Awaited<ReturnType<ReturnType<typeof comments>['executeTakeFirstOrThrow']>>;

const toComment = (keys: Keys, row: Row): ItemComment => ({
  // Who comments stays unknown to the staff, and so does whether two comments are by the same person.
  id: sealId(keys, contextOf(row.content_id), row.account_id),
  text: row.comment,
  commentedAt: isoTime(row.updated_at),
  isHidden: row.hidden_at !== null,
  isChanged: row.hidden_at !== null && row.updated_at > row.hidden_at,
  note: row.note ?? '',
});

const contextOf = (contentId: string): string => `comment on ${contentId}`;
