import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '../../platform/services.ts';

/** So many accounts keep SQLite busy for some milliseconds, after which other requests are answered. */
export const SLICE = 2_500;

/**
 * Conditions that together select all `accounts`. On PostgreSQL, which reads beside the server, it is one; on SQLite each
 * selects rows that are next to each other in the file, which takes a third of the time of reading by id.
 */
export async function* accountSlices({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): AsyncGenerator<RawBuilder<SqlBool>> {
  if (config.databaseUrl) return yield sql`1 = 1`;
  let after = 0;
  for (;;) {
    const end = await db
      .selectFrom('accounts')
      .select(sql<number>`rowid`.as('rowid'))
      .where(sql<boolean>`rowid > ${after}`)
      .orderBy('rowid')
      .offset(SLICE - 1)
      .limit(1)
      .executeTakeFirst();
    yield end ? sql`accounts.rowid > ${after} and accounts.rowid <= ${end.rowid}` : sql`accounts.rowid > ${after}`;
    if (!end) return;
    after = end.rowid;
  }
}
