import type { SelectQueryBuilder, Simplify } from 'kysely';

/**
 * A page of these rows, in their order, and how many there are.
 * @param page from 1
 */
export async function readPage<DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { page, size }: { page: number; size: number },
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const counted = await rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await rowsOfPage(rows, { page, size });
  // For tables that it does not know, TypeScript does not know that this statement selects.
  return { rows: found, total: (counted as { total: number }).total };
}

/** @param page from 1 */
export const rowsOfPage = <DB, Tables extends keyof DB, Row>(
  rows: SelectQueryBuilder<DB, Tables, Row>,
  { page, size }: { page: number; size: number },
): Promise<Simplify<Row>[]> =>
  rows
    .limit(size)
    .offset((page - 1) * size)
    .execute();
