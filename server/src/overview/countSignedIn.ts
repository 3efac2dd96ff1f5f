import { setImmediate } from 'node:timers/promises';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';

/** So many sessions take SQLite about 2 ms, in which the process does nothing else. */
const SLICE = 10_000;

/** How many accounts have signed in since then. On SQLite in slices, between which the server answers other requests. */
export function countSignedIn({ db, config }: Pick<Services, 'db' | 'config'>, since: number): Promise<number> {
  return config.databaseUrl ? countOf(sessionsOf(db), since, db) : countInSlices(db, since, SLICE);
}

export async function countInSlices(db: ReadDatabase, since: number, size: number): Promise<number> {
  let count = 0;
  // Before every id.
  let after = '';
  for (;;) {
    const sessions = sessionsOf(db).where('account_id', '>', after);
    const last = await sessions.orderBy('account_id').offset(size).limit(1).executeTakeFirst();
    count += await countOf(last ? sessions.where('account_id', '<=', last.account_id) : sessions, since, db);
    if (!last) return count;
    after = last.account_id;
    await setImmediate();
  }
}

const sessionsOf = (db: ReadDatabase) => db.selectFrom('sessions').select('account_id');

async function countOf(sessions: ReturnType<typeof sessionsOf>, since: number, db: ReadDatabase): Promise<number> {
  const { n } = await db
    .selectFrom(sessions.where('created_at', '>=', since).groupBy('account_id').as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}
