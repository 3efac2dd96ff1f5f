import type { ContentItem } from '@companion/contract/content';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** The whole programme in order of time, then as the pack has it, with this account's own vote and comment. */
export async function listContent(db: Kysely<Database>, accountId: string): Promise<ContentItem[]> {
  const rows = await content(db, accountId)
    .orderBy((by) => by.fn.coalesce('content.starts_at', by.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('content.position')
    .orderBy('content.id')
    .execute();
  return rows.map(toContentItem);
}

export async function findContentItem(
  db: Kysely<Database>,
  accountId: string,
  { campaignId, contentId }: { campaignId: string; contentId: string },
): Promise<ContentItem | undefined> {
  const row = await content(db, accountId)
    .where('content.id', '=', contentId)
    .where('content.campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row && toContentItem(row);
}

function content(db: Kysely<Database>, accountId: string) {
  return db
    .selectFrom('content')
    .leftJoin('votes', (join) =>
      join.onRef('votes.content_id', '=', 'content.id').on('votes.account_id', '=', accountId),
    )
    .leftJoin('comments', (join) =>
      join.onRef('comments.content_id', '=', 'content.id').on('comments.account_id', '=', accountId),
    )
    .selectAll('content')
    .select(['votes.vote', 'comments.comment'])
    .where('content.hidden', '=', 0);
}

type Row = Awaited<ReturnType<ReturnType<typeof content>['executeTakeFirstOrThrow']>>;

const toContentItem = (row: Row): ContentItem => ({
  id: row.id,
  campaignId: row.campaign_id,
  // The event pack's loader lets only the contract's types and categories in.
  type: row.type as ContentItem['type'],
  category: row.category as ContentItem['category'],
  title: row.title,
  subtitle: row.subtitle,
  startDate: isoDate(row.starts_at),
  endDate: isoDate(row.ends_at),
  sponsor: row.sponsor,
  slug: row.slug,
  body: row.body,
  vote: row.vote,
  comment: row.comment,
  room: row.room,
  speakerIds: JSON.parse(row.speaker_ids),
  tier: row.tier,
  url: row.url,
});

const isoDate = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/**
 * Keeps the account's one vote or comment on an item: the last value wins, however many are sent at once.
 * @returns false when there is no such item
 */
export async function keepVote(
  db: Kysely<Database>,
  accountId: string,
  item: { campaignId: string; contentId: string },
  vote: 'up' | 'down',
  now: number,
): Promise<boolean> {
  if (!(await isShown(db, item))) return false;
  await db
    .insertInto('votes')
    .values({ account_id: accountId, content_id: item.contentId, vote, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'content_id']).doUpdateSet({ vote, updated_at: now }))
    .execute();
  return true;
}

/** As {@link keepVote}, for the comment. */
export async function keepComment(
  db: Kysely<Database>,
  accountId: string,
  item: { campaignId: string; contentId: string },
  comment: string,
  now: number,
): Promise<boolean> {
  if (!(await isShown(db, item))) return false;
  await db
    .insertInto('comments')
    .values({ account_id: accountId, content_id: item.contentId, comment, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'content_id']).doUpdateSet({ comment, updated_at: now }))
    .execute();
  return true;
}

async function isShown(db: Kysely<Database>, item: { campaignId: string; contentId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('content')
    .select('id')
    .where('id', '=', item.contentId)
    .where('campaign_id', '=', item.campaignId)
    .where('hidden', '=', 0)
    .executeTakeFirst();
  return row !== undefined;
}
