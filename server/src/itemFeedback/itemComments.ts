import { COMMENTS_PER_PAGE, type CommentModeration, type ItemComment } from '@companion/contract/staff/itemComments';
import { lockAccount } from '../identity/accounts/accountQueries.ts';
import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
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
  return { comments: rows.map((row) => toComment(keys, contentId, row)), total };
}

/** Every comment on an item that fits, the newest first, some at a time. One that is changed in between may be missing. */
export async function* allItemComments(
  { db, keys }: Reading,
  contentId: string,
  filter: Filter,
): AsyncGenerator<ItemComment[]> {
  const found = commentsOn(db, contentId, filter);
  for await (const rows of searchInBatches(found, sought(filter), placeOf))
    yield rows.map((row) => toComment(keys, contentId, row));
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
  return toComment(keys, contentId, (await one()) ?? reject('notFound', UNKNOWN));
}

const UNKNOWN = 'There is no such comment.';

const sought = ({ search = '' }: Filter) =>
  ({
    column: 'comments.comment',
    search,
    order: { time: 'comments.updated_at', id: 'comments.account_id', direction: 'desc' },
  }) as const;

function commentsOn(db: ReadDatabase, contentId: string, { hidden }: Pick<Filter, 'hidden'>) {
  return db
    .selectFrom('comments')
    .leftJoin('comment_moderations as moderation', (join) =>
      join
        .onRef('moderation.content_id', '=', 'comments.content_id')
        .onRef('moderation.account_id', '=', 'comments.account_id'),
    )
    .select(['comments.account_id', 'comments.comment', 'comments.updated_at'])
    .select(['moderation.hidden_at', 'moderation.note'])
    .where('comments.content_id', '=', contentId)
    .where('comments.standing', 'in', COUNTED_STANDINGS)
    .$if(hidden !== undefined, (rows) => rows.where('moderation.hidden_at', hidden === 'yes' ? 'is not' : 'is', null));
}

type Row = Awaited<ReturnType<ReturnType<typeof commentsOn>['executeTakeFirstOrThrow']>>;

const toComment = (keys: Keys, contentId: string, row: Row): ItemComment => ({
  // Who comments stays unknown to the staff, and so does whether two comments are by the same person.
  id: sealId(keys, contextOf(contentId), row.account_id),
  text: row.comment,
  commentedAt: isoTime(row.updated_at),
  isHidden: row.hidden_at !== null,
  isChanged: row.hidden_at !== null && row.updated_at > row.hidden_at,
  note: row.note ?? '',
});

const contextOf = (contentId: string): string => `comment on ${contentId}`;
