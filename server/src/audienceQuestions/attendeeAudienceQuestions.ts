import {
  AUDIENCE_QUESTION_STATES,
  type AudienceQuestionState,
  type WrittenAudienceQuestion,
} from '@companion/contract/audienceQuestion';
import type { Counted } from '@companion/contract/live';
import { sql } from 'kysely';
import { CONTENT_CAMPAIGNS, isOfEvent } from '../event/packContent.ts';
import { compiledOnce } from '../platform/db/compiledOnce.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import {
  countedAudienceQuestions,
  PUBLIC_STATES,
  readCounted,
  selectAudienceQuestions,
  shownUpvotes,
} from './audienceQuestionQueries.ts';

/** The author's others follow those that everyone sees. */
const ORDER: AudienceQuestionState[] = [
  ...PUBLIC_STATES,
  ...AUDIENCE_QUESTION_STATES.filter((state) => !PUBLIC_STATES.includes(state)),
];

export interface SharedAudienceQuestions {
  /** The newest moderation of any session that it includes. */
  revision: number;
  /** Pinned, then by the upvotes of confirmed accounts, then by all. */
  audienceQuestions: (Omit<WrittenAudienceQuestion, 'upvoted' | 'own'> & { accountId: string })[];
}

/**
 * What everyone sees of the questions to a session, from one snapshot.
 * @returns undefined if attendees cannot ask its speakers
 */
export async function readSharedAudienceQuestions(
  db: ReadDatabase,
  contentId: string,
): Promise<SharedAudienceQuestions | undefined> {
  const rows = await db
    .selectFrom('content')
    .leftJoin(
      countedAudienceQuestions(db)
        .where('audience_questions.state', 'in', PUBLIC_STATES)
        .where('audience_questions.content_id', '=', contentId)
        .as('audienceQuestion'),
      (join) => join.onTrue(),
    )
    .select([
      'audienceQuestion.id',
      'audienceQuestion.account_id',
      'audienceQuestion.text',
      'audienceQuestion.state',
      'audienceQuestion.upvotes',
      'audienceQuestion.confirmed_upvotes',
    ])
    .select(newestModeration(db).as('revision'))
    .where('content.id', '=', contentId)
    .where('content.campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where('content.hidden', '=', 0)
    .orderBy('audienceQuestion.confirmed_upvotes', 'desc')
    .orderBy('audienceQuestion.upvotes', 'desc')
    .orderBy('audienceQuestion.created_at')
    .orderBy('audienceQuestion.id')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const counted = await readCounted(db, contentId);
  const audienceQuestions = rows.flatMap(({ id, account_id, text, state, upvotes, confirmed_upvotes }) => {
    // A session without questions is one row.
    if (id === null || account_id === null || text === null || state === null) return [];
    const kept = { upvotes: upvotes ?? 0, confirmed_upvotes: confirmed_upvotes ?? 0 };
    return [{ id, accountId: account_id, contentId, text, state, upvotes: shownUpvotes(counted, kept) }];
  });
  return { revision: first.revision ?? 0, audienceQuestions: audienceQuestions.sort(byState) };
}

/** What one account has to do with the questions to a session. */
export interface OwnAudienceQuestions {
  /** The newest moderation of any session. */
  revision: number;
  /** Its questions that no other attendee sees. */
  hidden: WrittenAudienceQuestion[];
  /** The ids of those that it has upvoted, in any session. */
  upvoted: Set<string>;
  /** When it did so last; 0 if never. */
  upvotedAt: number;
}

/** Joins would make PostgreSQL plan it anew for each call. Without groups, this is one row. */
const readOwnRow = compiledOnce((db: ReadDatabase, own: { accountId: string; contentId: string }) =>
  db
    .selectFrom('audience_question_upvotes')
    .select((by) => [
      sql<string | null>`string_agg(audience_question_id, ' ')`.as('upvoted'),
      by.fn.max('created_at').as('upvotedAt'),
      newestModeration(db).as('revision'),
      hiddenAudienceQuestions(db, own.accountId, own.contentId)
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('hidden'),
    ])
    .where('account_id', '=', own.accountId),
);

/** Reads by the account's own rows: what this costs does not grow with the hall. */
export async function readOwnAudienceQuestions(
  db: ReadDatabase,
  accountId: string,
  contentId: string,
): Promise<OwnAudienceQuestions> {
  const [row] = await readOwnRow(db, { accountId, contentId });
  const upvoted = new Set(row?.upvoted?.split(' '));
  const hasHidden = (row?.hidden ?? 0) > 0;
  return {
    ...(hasHidden ? await readHidden(db, accountId, contentId, upvoted) : { revision: row?.revision ?? 0, hidden: [] }),
    upvoted,
    upvotedAt: row?.upvotedAt ?? 0,
  };
}

const hiddenAudienceQuestions = (db: ReadDatabase, accountId: string, contentId: string) =>
  db
    .selectFrom('audience_questions')
    .where('audience_questions.account_id', '=', accountId)
    .where('audience_questions.content_id', '=', contentId)
    // Who was dismissed is not told (decision 057).
    .where((by) =>
      by.or([
        by('audience_questions.state', 'not in', PUBLIC_STATES),
        by('audience_questions.standing', '=', 'dismissed'),
      ]),
    );

/** The moderation before they were read comes from the same snapshot. */
async function readHidden(
  db: ReadDatabase,
  accountId: string,
  contentId: string,
  upvoted: Set<string>,
): Promise<Pick<OwnAudienceQuestions, 'revision' | 'hidden'>> {
  const rows = await db
    .selectFrom(newestModeration(db).as('newest'))
    .leftJoin(
      hiddenAudienceQuestions(db, accountId, contentId)
        .select([
          'audience_questions.id',
          'audience_questions.text',
          'audience_questions.state',
          'audience_questions.created_at',
          'audience_questions.upvotes',
          'audience_questions.confirmed_upvotes',
        ])
        .as('own'),
      (join) => join.onTrue(),
    )
    .select(['newest.revision', 'own.id', 'own.text', 'own.state', 'own.upvotes'])
    .orderBy('own.confirmed_upvotes', 'desc')
    .orderBy('own.upvotes', 'desc')
    .orderBy('own.created_at')
    .execute();
  const hidden = rows.flatMap(({ id, text, state, upvotes }) =>
    // They may have been approved since.
    id === null || text === null || state === null
      ? []
      : [{ id, contentId, text, state, upvotes: upvotes ?? 0, upvoted: upvoted.has(id), own: true }],
  );
  return { revision: rows[0]?.revision ?? 0, hidden: hidden.sort(byState) };
}

/** A question that this account sees. */
export async function findAudienceQuestion(
  db: ReadDatabase,
  accountId: string,
  audienceQuestionId: string,
): Promise<WrittenAudienceQuestion | undefined> {
  const row = await withOwnUpvotes(db, accountId)
    .where('audience_questions.id', '=', audienceQuestionId)
    .where((by) =>
      by.or([
        by('audience_questions.account_id', '=', accountId),
        by.and([
          by('audience_questions.state', 'in', PUBLIC_STATES),
          by('audience_questions.standing', '!=', 'dismissed'),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row && toAudienceQuestion(row, accountId, await readCounted(db, row.content_id));
}

/** More than anyone asks at an event. */
const MOST_OWN = 500;

/** The questions of this account to sessions, also to removed ones, the newest first. */
export async function listOwnAudienceQuestions(
  db: ReadDatabase,
  accountId: string,
): Promise<WrittenAudienceQuestion[]> {
  const rows = await withOwnUpvotes(db, accountId)
    .innerJoin('content', 'content.id', 'audience_questions.content_id')
    .where('audience_questions.account_id', '=', accountId)
    .where('content.campaign_id', '=', CONTENT_CAMPAIGNS.agenda)
    .where(isOfEvent)
    .orderBy('audience_questions.created_at', 'desc')
    .orderBy('audience_questions.id')
    .limit(MOST_OWN)
    .execute();
  const counted = new Map<string, Counted>();
  for (const { content_id } of rows) {
    if (!counted.has(content_id)) counted.set(content_id, await readCounted(db, content_id));
  }
  return rows.map((row) => toAudienceQuestion(row, accountId, counted.get(row.content_id) ?? 'everyone'));
}

/** Questions from the hall, each with when this account has upvoted it. */
const withOwnUpvotes = (db: ReadDatabase, accountId: string) =>
  selectAudienceQuestions(db)
    .leftJoin('audience_question_upvotes as own', (join) =>
      join.onRef('own.audience_question_id', '=', 'audience_questions.id').on('own.account_id', '=', accountId),
    )
    .select('own.created_at as upvoted_at');

type OwnRow = Awaited<ReturnType<ReturnType<typeof withOwnUpvotes>['executeTakeFirstOrThrow']>>;

const toAudienceQuestion = (row: OwnRow, accountId: string, counted: Counted): WrittenAudienceQuestion => ({
  id: row.id,
  contentId: row.content_id,
  text: row.text,
  state: row.state,
  upvotes: shownUpvotes(counted, row),
  upvoted: row.upvoted_at !== null,
  own: row.account_id === accountId,
});

/** A changed choice of what the hall is shown changes every list. */
const newestModeration = (db: ReadDatabase) =>
  db
    .selectFrom('changes')
    .select((by) => by.fn.max('seq').as('revision'))
    .where('topic', 'in', ['audienceQuestions', 'safeguards']);

/** Those of one state stay in their order. */
const byState = (a: Pick<WrittenAudienceQuestion, 'state'>, b: typeof a): number =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state);
