import { ASK_STATES, type AskState, type WrittenAsk } from '@companion/contract/ask';
import { sql } from 'kysely';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { countUpvotes, PUBLIC_STATES, selectAsks } from './askQueries.ts';

/** The author's others follow those that everyone sees. */
const ORDER: AskState[] = [...PUBLIC_STATES, ...ASK_STATES.filter((state) => !PUBLIC_STATES.includes(state))];

export interface SharedAsks {
  /** The newest moderation of any session that it includes. */
  revision: number;
  /** Pinned, then by upvotes. */
  asks: (Omit<WrittenAsk, 'upvoted' | 'own'> & { accountId: string })[];
}

/**
 * What everyone sees of the questions to a session, from one snapshot.
 * @returns undefined if attendees cannot ask its speakers
 */
export async function readSharedAsks(db: ReadDatabase, contentId: string): Promise<SharedAsks | undefined> {
  const rows = await db
    .selectFrom('content')
    .leftJoin(
      selectAsks(db).where('asks.state', 'in', PUBLIC_STATES).where('asks.content_id', '=', contentId).as('ask'),
      (join) => join.onTrue(),
    )
    .select(['ask.id', 'ask.account_id', 'ask.text', 'ask.state', 'ask.upvotes'])
    .select(newestModeration(db).as('revision'))
    .where('content.id', '=', contentId)
    .where('content.campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where('content.hidden', '=', 0)
    .orderBy('ask.created_at')
    .orderBy('ask.id')
    .execute();
  if (rows.length === 0) return undefined;
  const asks = rows.flatMap(({ id, account_id, text, state, upvotes }) =>
    // A session without questions is one row.
    id === null || account_id === null || text === null || state === null
      ? []
      : [{ id, accountId: account_id, contentId, text, state, upvotes: upvotes ?? 0 }],
  );
  return { revision: rows[0]?.revision ?? 0, asks: asks.sort(byStateAndUpvotes) };
}

/** What one account has to do with the questions to a session. */
export interface OwnAsks {
  /** The newest moderation of any session. */
  revision: number;
  /** Its questions that no other attendee sees. */
  hidden: WrittenAsk[];
  /** The ids of those that it has upvoted, in any session. */
  upvoted: Set<string>;
  /** When it did so last; 0 if never. */
  upvotedAt: number;
}

/** Stand for the values of each call in a statement that is compiled once. */
const [ACCOUNT, SESSION] = [':account', ':session'];

/**
 * Reads by the account's own rows: what this costs does not grow with the hall. The statement is compiled once: compiling
 * costs more than running it. Joins would make PostgreSQL plan it anew for each call.
 */
export function ownAsksReader(db: ReadDatabase): (accountId: string, contentId: string) => Promise<OwnAsks> {
  // Without groups, this is one row.
  const statement = db
    .selectFrom('ask_upvotes')
    .select((by) => [
      sql<string | null>`string_agg(ask_id, ' ')`.as('upvoted'),
      by.fn.max('created_at').as('upvotedAt'),
      newestModeration(db).as('revision'),
      hiddenAsks(db, ACCOUNT, SESSION)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('hidden'),
    ])
    .where('account_id', '=', ACCOUNT)
    .compile();

  return async (accountId, contentId) => {
    const values = new Map<unknown, string>([
      [ACCOUNT, accountId],
      [SESSION, contentId],
    ]);
    const parameters = statement.parameters.map((value) => values.get(value) ?? value);
    const query: typeof statement = { ...statement, parameters };
    const [row] = (await db.executeQuery(query)).rows;
    const upvoted = new Set(row?.upvoted?.split(' '));
    const hasHidden = (row?.hidden ?? 0) > 0;
    return {
      ...(hasHidden
        ? await readHidden(db, accountId, contentId, upvoted)
        : { revision: row?.revision ?? 0, hidden: [] }),
      ...{ upvoted, upvotedAt: row?.upvotedAt ?? 0 },
    };
  };
}

const hiddenAsks = (db: ReadDatabase, accountId: string, contentId: string) =>
  db
    .selectFrom('asks')
    .where('asks.account_id', '=', accountId)
    .where('asks.content_id', '=', contentId)
    .where('asks.state', 'not in', PUBLIC_STATES);

/** The moderation before they were read comes from the same snapshot. */
async function readHidden(
  db: ReadDatabase,
  accountId: string,
  contentId: string,
  upvoted: Set<string>,
): Promise<Pick<OwnAsks, 'revision' | 'hidden'>> {
  const rows = await db
    .selectFrom(newestModeration(db).as('newest'))
    .leftJoin(
      hiddenAsks(db, accountId, contentId)
        .select(['asks.id', 'asks.text', 'asks.state', 'asks.created_at'])
        .select(countUpvotes().as('upvotes'))
        .as('own'),
      (join) => join.onTrue(),
    )
    .select(['newest.revision', 'own.id', 'own.text', 'own.state', 'own.upvotes'])
    .orderBy('own.created_at')
    .execute();
  const hidden = rows.flatMap(({ id, text, state, upvotes }) =>
    // They may have been approved since.
    id === null || text === null || state === null
      ? []
      : [{ id, contentId, text, state, upvotes: upvotes ?? 0, upvoted: upvoted.has(id), own: true }],
  );
  return { revision: rows[0]?.revision ?? 0, hidden: hidden.sort(byStateAndUpvotes) };
}

/** A question that this account sees. */
export async function findAsk(db: ReadDatabase, accountId: string, askId: string): Promise<WrittenAsk | undefined> {
  const row = await selectAsks(db)
    .leftJoin('ask_upvotes as own', (join) =>
      join.onRef('own.ask_id', '=', 'asks.id').on('own.account_id', '=', accountId),
    )
    .select('own.created_at as upvoted_at')
    .where('asks.id', '=', askId)
    .where((by) => by.or([by('asks.state', 'in', PUBLIC_STATES), by('asks.account_id', '=', accountId)]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, content_id, text, state, upvotes, upvoted_at, account_id } = row;
  return {
    ...{ id, contentId: content_id, text, state, upvotes: upvotes ?? 0 },
    ...{ upvoted: upvoted_at !== null, own: account_id === accountId },
  };
}

const newestModeration = (db: ReadDatabase) =>
  db
    .selectFrom('changes')
    .select((by) => by.fn.max('seq').as('revision'))
    .where('topic', '=', 'asks');

type Sorted = Pick<WrittenAsk, 'state' | 'upvotes'>;

const byStateAndUpvotes = (a: Sorted, b: Sorted): number =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.upvotes - a.upvotes;
