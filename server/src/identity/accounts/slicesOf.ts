import type { Services } from '../../platform/services.ts';

/** So many accounts keep SQLite busy for some milliseconds, after which other requests are answered. */
const SLICE = 2_500;

/** The spans of the ids of accounts that one statement reads each: on PostgreSQL, which reads beside the server, all of them. */
export async function* slicesOf({
  db,
  config,
}: Pick<Services, 'db' | 'config'>): AsyncGenerator<{ after: string; until: string | undefined }> {
  // Before every id.
  let after = '';
  for (;;) {
    const end = config.databaseUrl
      ? undefined
      : await db
          .selectFrom('accounts')
          .select('id')
          .where('id', '>', after)
          .orderBy('id')
          .offset(SLICE - 1)
          .limit(1)
          .executeTakeFirst();
    yield { after, until: end?.id };
    if (!end) return;
    after = end.id;
  }
}
