import type { WrittenItem } from '@companion/contract/content';
import { type SqlBool, sql } from 'kysely';
import { batchWrites } from '../platform/db/batchWrites.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Flag } from '../platform/db/table.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import { autocommit } from '../platform/transact.ts';
import { standingOf } from '../safeguards/accountStanding.ts';

/** Every item, in order of time, then in the order of the pack. */
export async function readContentList(db: ReadDatabase): Promise<ContentList> {
  const rows = await db
    .selectFrom('content')
    .selectAll()
    .where('hidden', '=', 0)
    .orderBy((by) => by.fn.coalesce('starts_at', by.val(Number.MAX_SAFE_INTEGER)))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => toContentItem({ ...row, vote: null, comment: null, commented_at: null, saved: null }));
}

export type ContentList = WrittenItem[];

/** The votes and comments of one account, and what it has saved, by item. */
export type VotesAndComments = Map<string, Pick<WrittenItem, 'vote' | 'comment' | 'commentedAt' | 'saved'>>;

/**
 * Reads an account's votes, comments and saved sessions. The statement is compiled once: compiling costs more than running
 * it.
 */
export function votesAndCommentsReader(db: ReadDatabase): (accountId: string) => Promise<VotesAndComments> {
  const statement = db
    .selectFrom('votes')
    .select(['content_id', sql<string>`vote`.as('text'), sql<Kind>`'vote'`.as('kind'), 'updated_at'])
    .where('account_id', '=', '')
    .unionAll((union) =>
      union
        .selectFrom('comments')
        .select(['content_id', 'comment as text', sql<Kind>`'comment'`.as('kind'), 'updated_at'])
        .where('account_id', '=', ''),
    )
    .unionAll((union) =>
      union
        .selectFrom('saved_sessions')
        .select(['content_id', sql<string>`''`.as('text'), sql<Kind>`'saved'`.as('kind'), 'updated_at'])
        .where('account_id', '=', '')
        .where(sql<SqlBool>`saved = 1`),
    )
    .compile();

  return async (accountId) => {
    const query: typeof statement = { ...statement, parameters: [accountId, accountId, accountId] };
    const { rows } = await db.executeQuery(query);
    const own: VotesAndComments = new Map();
    for (const { content_id, text, kind, updated_at } of rows) {
      const item = own.get(content_id) ?? { vote: null, comment: null };
      // The contract admits only its own votes.
      if (kind === 'vote') item.vote = text as WrittenItem['vote'];
      else if (kind === 'saved') item.saved = true;
      else Object.assign(item, { comment: text, commentedAt: isoTime(updated_at) });
      own.set(content_id, item);
    }
    return own;
  };
}

type Kind = 'vote' | 'comment' | 'saved';

/**
 * Reads a version of the same, without any text: it changes when any node changes them. Null where there are none.
 * PostgreSQL only: `xmin` is the transaction that wrote a row.
 */
export function votesAndCommentsVersionReader(db: ReadDatabase): (accountId: string) => Promise<string | null> {
  const statement = db
    .selectFrom(
      db
        .selectFrom('votes')
        .select(sql<string>`'v' || content_id || ' ' || xmin::text`.as('row'))
        .where('account_id', '=', '')
        .unionAll((union) =>
          union
            .selectFrom('comments')
            .select(sql<string>`'c' || content_id || ' ' || xmin::text`.as('row'))
            .where('account_id', '=', ''),
        )
        .unionAll((union) =>
          union
            .selectFrom('saved_sessions')
            .select(sql<string>`'s' || content_id || ' ' || xmin::text`.as('row'))
            .where('account_id', '=', ''),
        )
        .as('own'),
    )
    .select(sql<string | null>`string_agg("row", ',' order by "row")`.as('version'))
    .compile();

  return async (accountId) => {
    const query: typeof statement = { ...statement, parameters: [accountId, accountId, accountId] };
    const { rows } = await db.executeQuery(query);
    return rows[0]?.version ?? null;
  };
}

export async function findContentItem(
  db: ReadDatabase,
  accountId: string,
  { campaignId, contentId }: { campaignId: string; contentId: string },
): Promise<WrittenItem | undefined> {
  const row = await content(db, accountId)
    .where('content.id', '=', contentId)
    .where('content.campaign_id', '=', campaignId)
    .executeTakeFirst();
  return row && toContentItem(row);
}

function content(db: ReadDatabase, accountId: string) {
  return db
    .selectFrom('content')
    .leftJoin('votes', (join) =>
      join.onRef('votes.content_id', '=', 'content.id').on('votes.account_id', '=', accountId),
    )
    .leftJoin('comments', (join) =>
      join.onRef('comments.content_id', '=', 'content.id').on('comments.account_id', '=', accountId),
    )
    .leftJoin('saved_sessions', (join) =>
      join.onRef('saved_sessions.content_id', '=', 'content.id').on('saved_sessions.account_id', '=', accountId),
    )
    .selectAll('content')
    .select(['votes.vote', 'comments.comment', 'comments.updated_at as commented_at'])
    .select('saved_sessions.saved')
    .where('content.hidden', '=', 0);
}

type Row = Awaited<ReturnType<ReturnType<typeof content>['executeTakeFirstOrThrow']>>;

const toContentItem = (row: Row): WrittenItem => ({
  id: row.id,
  campaignId: row.campaign_id,
  // The event pack's reader admits only the contract's types and categories.
  type: row.type as WrittenItem['type'],
  category: row.category as WrittenItem['category'],
  title: row.title,
  subtitle: row.subtitle,
  startDate: isoTime(row.starts_at),
  endDate: isoTime(row.ends_at),
  sponsor: row.sponsor,
  slug: row.slug,
  body: row.body,
  vote: row.vote,
  comment: row.comment,
  room: row.room,
  speakerIds: JSON.parse(row.speaker_ids),
  tier: row.tier,
  url: row.url,
  picture: row.picture ? JSON.parse(row.picture) : null,
  ...(row.commented_at === null ? {} : { commentedAt: isoTime(row.commented_at) }),
  ...(row.saved === 1 ? { saved: true } : {}),
});

/** A vote or a comment to be stored. */
interface Written<Value> {
  accountId: string;
  contentId: string;
  value: Value;
  now: number;
}

/**
 * Stores an account's one vote on an item: the last value wins, even among concurrent requests. Rejects when the item
 * or the account no longer exists.
 */
export const voteWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((vote: Written<'up' | 'down'>) => Promise<void>) =>
  batchWrites((votes) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('votes')
        .values(rowsOf(services, votes).map(({ value, ...row }) => ({ ...row, vote: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            vote: ref('excluded.vote'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** Like {@link voteWriter}, for comments. */
export const commentWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((comment: Written<string>) => Promise<void>) =>
  batchWrites((comments) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('comments')
        .values(rowsOf(services, comments).map(({ value, ...row }) => ({ ...row, comment: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            comment: ref('excluded.comment'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** Like {@link voteWriter}, for saved sessions. */
export const savedSessionWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((saved: Written<Flag>) => Promise<void>) =>
  batchWrites((written) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('saved_sessions')
        .values(rowsOf(services, written).map(({ value, ...row }) => ({ ...row, saved: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            saved: ref('excluded.saved'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** The last row for each key, sorted, so that two nodes never deadlock. */
function rowsOf<Value>(services: Pick<Services, 'config'>, written: Written<Value>[]) {
  const last = new Map(written.map((one) => [`${one.accountId} ${one.contentId}`, one]));
  return [...last]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { accountId, contentId, value, now }]) => ({
      account_id: accountId,
      content_id: contentId,
      value,
      created_at: now,
      updated_at: now,
      standing: standingOf(services, accountId),
    }));
}
