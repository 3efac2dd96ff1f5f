import type { OwnField, WrittenItem } from '@companion/contract/content';
import { type SqlBool, sql } from 'kysely';
import { isOfEvent } from '../event/packContent.ts';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Flag } from '../platform/db/table.ts';
import { isoTime } from '../platform/time.ts';

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
  return rows.map((row) =>
    toContentItem({ ...row, vote: null, comment: null, commented_at: null, saved: null, note: null }),
  );
}

export type ContentList = WrittenItem[];

/** The votes, comments and notes of one account, and what it has saved, by item. */
export type VotesAndComments = Map<string, Pick<WrittenItem, OwnField>>;

const readOwnRows = compiledOnce((db: ReadDatabase, { accountId }: { accountId: string }) =>
  db
    .selectFrom('votes')
    .select(['content_id', sql<string>`vote`.as('text'), sql<Kind>`'vote'`.as('kind'), 'updated_at'])
    .where('account_id', '=', accountId)
    .unionAll((union) =>
      union
        .selectFrom('comments')
        .select(['content_id', 'comment as text', sql<Kind>`'comment'`.as('kind'), 'updated_at'])
        .where('account_id', '=', accountId),
    )
    .unionAll((union) =>
      union
        .selectFrom('saved_sessions')
        .select(['content_id', sql<string>`''`.as('text'), sql<Kind>`'saved'`.as('kind'), 'updated_at'])
        .where('account_id', '=', accountId)
        .where(sql<SqlBool>`saved = 1`),
    )
    .unionAll((union) =>
      union
        .selectFrom('own_notes')
        .select(['content_id', 'note as text', sql<Kind>`'note'`.as('kind'), 'updated_at'])
        .where('account_id', '=', accountId)
        .where(sql<SqlBool>`note <> ''`),
    ),
);

/** Reads an account's votes, comments, saved sessions and notes. */
export async function readVotesAndComments(db: ReadDatabase, accountId: string): Promise<VotesAndComments> {
  const own: VotesAndComments = new Map();
  for (const { content_id, text, kind, updated_at } of await readOwnRows(db, { accountId })) {
    const item = own.get(content_id) ?? { vote: null, comment: null };
    // The contract admits only its own votes.
    if (kind === 'vote') item.vote = text as WrittenItem['vote'];
    else if (kind === 'saved') item.saved = true;
    else if (kind === 'note') item.ownNote = text;
    else Object.assign(item, { comment: text, commentedAt: isoTime(updated_at) });
    own.set(content_id, item);
  }
  return own;
}

type Kind = 'vote' | 'comment' | 'saved' | 'note';

const readVersions = compiledOnce((db: ReadDatabase, { accountId }: { accountId: string }) =>
  db
    .selectFrom(
      db
        .selectFrom('votes')
        .select(sql<string>`'v' || content_id || ' ' || xmin::text`.as('row'))
        .where('account_id', '=', accountId)
        .unionAll((union) =>
          union
            .selectFrom('comments')
            .select(sql<string>`'c' || content_id || ' ' || xmin::text`.as('row'))
            .where('account_id', '=', accountId),
        )
        .unionAll((union) =>
          union
            .selectFrom('saved_sessions')
            .select(sql<string>`'s' || content_id || ' ' || xmin::text`.as('row'))
            .where('account_id', '=', accountId),
        )
        .unionAll((union) =>
          union
            .selectFrom('own_notes')
            .select(sql<string>`'n' || content_id || ' ' || xmin::text`.as('row'))
            .where('account_id', '=', accountId),
        )
        .as('own'),
    )
    .select(sql<string | null>`string_agg("row", ',' order by "row")`.as('version')),
);

/**
 * Reads a version of the same, without any text: it changes when any node changes them. Null where there are none.
 * PostgreSQL only: `xmin` is the transaction that wrote a row.
 */
export async function readVotesAndCommentsVersion(db: ReadDatabase, accountId: string): Promise<string | null> {
  const [row] = await readVersions(db, { accountId });
  return row?.version ?? null;
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

/**
 * What was removed from this event, as far as this account has sent something about it. Of the rest it shows no more than
 * title, time and room: the organizer has removed it.
 */
export async function listRemovedContent(db: ReadDatabase, accountId: string): Promise<ContentList> {
  const rows = await content(db, accountId, 1)
    .where(isOfEvent)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('votes.vote', 'is not', null),
        eb('comments.comment', 'is not', null),
        eb('saved_sessions.saved', '=', 1),
        eb('own_notes.note', '<>', ''),
        exists(
          selectFrom('audience_questions')
            .select('audience_questions.id')
            .where('audience_questions.account_id', '=', accountId)
            .whereRef('audience_questions.content_id', '=', 'content.id'),
        ),
      ]),
    )
    .orderBy('content.starts_at')
    .orderBy('content.id')
    .execute();
  return rows.map((row) => ({ ...toContentItem(row), ...REMOVED }));
}

const REMOVED = {
  ...{ subtitle: null, sponsor: null, slug: null, body: '', speakerIds: [], tier: null, url: null, picture: null },
  removed: true,
} satisfies Partial<WrittenItem>;

function content(db: ReadDatabase, accountId: string, hidden: Flag = 0) {
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
    .leftJoin('own_notes', (join) =>
      join.onRef('own_notes.content_id', '=', 'content.id').on('own_notes.account_id', '=', accountId),
    )
    .selectAll('content')
    .select(['votes.vote', 'comments.comment', 'comments.updated_at as commented_at'])
    .select(['saved_sessions.saved', 'own_notes.note'])
    .where('content.hidden', '=', hidden);
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
  ...(row.note ? { ownNote: row.note } : {}),
});
