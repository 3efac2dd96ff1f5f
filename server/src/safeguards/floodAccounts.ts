import { setImmediate } from 'node:timers/promises';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { inOrder, readInBatches } from '../platform/db/readInBatches.ts';

/** The unconfirmed accounts that registered from one network in a span of time, both of its ends included. */
export interface FloodSpan {
  network: string;
  since: number;
  until: number;
}

/** Those of them that are not dismissed. */
export const selectFloodAccounts = (db: ReadDatabase, { network, since, until }: FloodSpan) =>
  db
    .selectFrom('accounts')
    .where('registered_from', '=', network)
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .where('confirmed_at', 'is', null)
    .where('dismissal_id', 'is', null);

/** Their ids, some at a time: between two batches the server answers other requests. */
export async function* readFloodAccounts(db: ReadDatabase, span: FloodSpan): AsyncGenerator<string[]> {
  const order = { time: 'created_at', id: 'id', direction: 'asc' } as const;
  type Row = { id: string; created_at: number };
  const placeOf = ({ created_at, id }: Row): [number, string] => [created_at, id];
  const batches = readInBatches<Row>({ ...order, placeOf }, (follows, limit) =>
    inOrder(selectFloodAccounts(db, span).select(['id', 'created_at']).where(follows), order)
      .limit(limit)
      .execute(),
  );
  for await (const rows of batches) {
    if (rows.length > 0) yield rows.map(({ id }) => id);
    await setImmediate();
  }
}

const SENT = {
  answers: 'answers',
  votes: 'votes',
  comments: 'comments',
  upvotes: 'audience_question_upvotes',
  questions: 'audience_questions',
} as const;

export type FloodFigures = Record<keyof typeof SENT | 'accounts', number>;

/** How many accounts there are, and what they have sent. */
export async function countFlood(db: ReadDatabase, span: FloodSpan): Promise<FloodFigures> {
  const figures: FloodFigures = { accounts: 0, answers: 0, votes: 0, upvotes: 0, comments: 0, questions: 0 };
  for await (const ids of readFloodAccounts(db, span)) {
    figures.accounts += ids.length;
    for (const kind of Object.keys(SENT) as (keyof typeof SENT)[]) {
      const { n } = await db
        .selectFrom(SENT[kind])
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('account_id', 'in', ids)
        .executeTakeFirstOrThrow();
      figures[kind] += n;
    }
  }
  return figures;
}
