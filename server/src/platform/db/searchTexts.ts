import { setImmediate as nextRound } from 'node:timers/promises';
import { type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
import { containsText } from './containsText.ts';
import { idOf, inOrder, type Order, readInBatches } from './readInBatches.ts';
import { readPage } from './readPage.ts';

interface Sought {
  /** The column of the texts, and what they contain; nothing for every row. */
  column: string;
  search: string;
  /** How the rows are sorted. */
  order: Omit<Order<never>, 'placeOf'>;
}

/** Lets others have their turn, and throws if no one waits for the result any more. */
export type Pause = () => Promise<unknown>;

/**
 * A page of the rows whose text contains another, sorted, and how many there are. No index finds them, so all
 * are read, some in each statement: while SQLite reads, it serves no other request.
 * @param page from 1
 */
export async function searchPage<DB, Tables extends keyof DB, Row>(
  unsorted: SelectQueryBuilder<DB, Tables, Row>,
  { column, search, order }: Sought,
  { page, size }: { page: number; size: number },
  pause: Pause = nextRound,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const rows = inOrder(unsorted, order);
  if (search === '') return readPage(rows, { page, size });
  const places = rows
    .clearSelect()
    .select([sql.ref<number>(order.time).as('time'), idOf(order).as('id')])
    .select(containsText(column, search).as('fits'));
  const batches = readInBatches({ ...order, placeOf: ({ time, id }: Place) => [time, id] }, async (follows, limit) => {
    // For tables that it does not know, TypeScript does not know what this statement selects.
    return (await places.where(follows).limit(limit).execute()) as unknown as Place[];
  });
  const found: Place[] = [];
  let total = 0;
  for await (const batch of batches) {
    const fitting = batch.filter(({ fits }) => fits);
    const from = Math.max(0, (page - 1) * size - total);
    found.push(...fitting.slice(from, from + size - found.length));
    total += fitting.length;
    await pause();
  }
  const [first] = found;
  if (!first) return { rows: [], total };
  // Always as many, so that it is always the same statement, which is prepared once.
  const ids = [...found, ...Array<Place>(size - found.length).fill(first)].map(({ id }) => id);
  const times = found.map(({ time }) => time);
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  // The span is for the index, where the ids are made of several columns.
  const inSpan = sql<SqlBool>`${sql.ref(order.time)} between ${earliest} and ${latest}`;
  return { rows: await rows.where(inSpan).where(idOf(order), 'in', ids).execute(), total };
}

interface Place {
  time: number;
  id: string;
  fits: number | boolean;
}

/** Every row whose text contains another, sorted; some are read at a time, of which none may fit. */
export async function* searchInBatches<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { column, search, order }: Sought,
  placeOf: Order<Simplify<Row>>['placeOf'],
): AsyncGenerator<Simplify<Row>[]> {
  const fits = search === '' ? sql<SqlBool>`1` : containsText(column, search);
  const flagged = inOrder(rows, order).select(fits.as('fits'));
  const batches = readInBatches({ ...order, placeOf }, (follows, limit) =>
    flagged.where(follows).limit(limit).execute(),
  );
  // As above, TypeScript does not know that the statement selects `fits`.
  for await (const batch of batches) yield batch.filter((row) => (row as unknown as { fits: unknown }).fits);
}
