import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

/** Few enough that other requests wait some milliseconds only. */
export const ROWS_IN_BATCH = 500;

export interface Order<Row> {
  /** The column by which the rows are sorted, and the ids, which rise where the times are the same. */
  time: string;
  /** A column, or what is made of several that are unique together. */
  id: string | RawBuilder<string>;
  direction: 'asc' | 'desc';
  placeOf(row: Row): [time: number, id: string];
}

/** The ids of an order, in SQL. */
export const idOf = ({ id }: Pick<Order<never>, 'id'>): RawBuilder<string> =>
  typeof id === 'string' ? sql.ref<string>(id) : id;

/** These rows, sorted. */
export const inOrder = <DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { time, id, direction }: Omit<Order<never>, 'placeOf'>,
): SelectQueryBuilder<DB, Tables, Row> => rows.orderBy(sql.ref(time), direction).orderBy(idOf({ id }));

/**
 * Reads a list that is too long for one go, some rows at a time.
 * @param read the first `limit` rows for which `follows` is true, in this order
 */
export async function* readInBatches<Row>(
  { time, id, direction, placeOf }: Order<Row>,
  read: (follows: Expression<SqlBool>, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const comesAfter = ([lastTime, lastId]: [number, string]) => {
    const later = direction === 'asc' ? sql`>` : sql`<`;
    // The first condition is for the index.
    return sql<SqlBool>`(${sql.ref(time)} ${later}= ${lastTime} and (${sql.ref(time)} ${later} ${lastTime} or ${idOf({ id })} > ${lastId}))`;
  };
  let last: Row | undefined;
  do {
    const rows = await read(last ? comesAfter(placeOf(last)) : sql<SqlBool>`1 = 1`, ROWS_IN_BATCH);
    yield rows;
    last = rows.length === ROWS_IN_BATCH ? rows.at(-1) : undefined;
  } while (last);
}
