import { type Kysely, sql } from 'kysely';
import { batchWrites } from '../platform/db/batchWrites.ts';
import type { Database } from '../platform/db/schema.ts';
import type { Flag } from '../platform/db/table.ts';
import type { Services } from '../platform/services.ts';
import { autocommit } from '../platform/transact.ts';
import { standingOf } from '../safeguards/accountStanding.ts';

/** A vote, a comment or a save to be stored. */
interface Written<Value> {
  accountId: string;
  contentId: string;
  value: Value;
  now: number;
}

type Writing = Pick<Services, 'config' | 'db'>;
type Writer<Value> = (written: Written<Value>) => Promise<void>;

/**
 * Stores an account's one vote on an item: the last value wins, even among concurrent requests. Rejects when the item
 * or the account no longer exists.
 */
export const voteWriter = (services: Writing): Writer<'up' | 'down'> =>
  itemWriter(services, (db, rows) =>
    db
      .insertInto('votes')
      .values(rows.map(({ value, ...row }) => ({ ...row, vote: value })))
      .modifyEnd(lastWins('vote')),
  );

/** Like {@link voteWriter}, for comments. */
export const commentWriter = (services: Writing): Writer<string> =>
  itemWriter(services, (db, rows) =>
    db
      .insertInto('comments')
      .values(rows.map(({ value, ...row }) => ({ ...row, comment: value })))
      .modifyEnd(lastWins('comment')),
  );

/** Like {@link voteWriter}, for saved sessions. */
export const savedSessionWriter = (services: Writing): Writer<Flag> =>
  itemWriter(services, (db, rows) =>
    db
      .insertInto('saved_sessions')
      .values(rows.map(({ value, ...row }) => ({ ...row, saved: value })))
      .modifyEnd(lastWins('saved')),
  );

const itemWriter = <Value>(
  services: Writing,
  insert: (db: Kysely<Database>, rows: ReturnType<typeof rowsOf<Value>>) => { execute(): Promise<unknown> },
): Writer<Value> =>
  batchWrites((written) =>
    autocommit(services, async (db) => {
      await insert(db, rowsOf(services, written)).execute();
    }),
  );

const lastWins = (column: string) => sql`on conflict (account_id, content_id) do update
  set ${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}, updated_at = excluded.updated_at`;

/** The last row for each key, sorted, so that two nodes never deadlock. */
function rowsOf<Value>(services: Writing, written: Written<Value>[]) {
  const last = new Map(written.map((one) => [`${one.accountId} ${one.contentId}`, one]));
  return [...last]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { accountId, contentId, value, now }]) => ({
      account_id: accountId,
      content_id: contentId,
      value,
      created_at: now,
      updated_at: now,
      standing: standingOf(services, accountId),
    }));
}
