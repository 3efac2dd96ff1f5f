import { batchWrites } from '../platform/db/batchWrites.ts';
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

/**
 * Stores an account's one vote on an item: the last value wins, even among concurrent requests. Rejects when the item
 * or the account no longer exists.
 */
export const voteWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((vote: Written<'up' | 'down'>) => Promise<void>) =>
  batchWrites((votes) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('votes')
        .values(rowsOf(services, votes).map(({ value, ...row }) => ({ ...row, vote: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            vote: ref('excluded.vote'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** Like {@link voteWriter}, for comments. */
export const commentWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((comment: Written<string>) => Promise<void>) =>
  batchWrites((comments) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('comments')
        .values(rowsOf(services, comments).map(({ value, ...row }) => ({ ...row, comment: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            comment: ref('excluded.comment'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** Like {@link voteWriter}, for saved sessions. */
export const savedSessionWriter = (
  services: Pick<Services, 'config' | 'db'>,
): ((saved: Written<Flag>) => Promise<void>) =>
  batchWrites((written) =>
    autocommit(services, async (db) => {
      await db
        .insertInto('saved_sessions')
        .values(rowsOf(services, written).map(({ value, ...row }) => ({ ...row, saved: value })))
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'content_id']).doUpdateSet(({ ref }) => ({
            saved: ref('excluded.saved'),
            updated_at: ref('excluded.updated_at'),
          })),
        )
        .execute();
    }),
  );

/** The last row for each key, sorted, so that two nodes never deadlock. */
function rowsOf<Value>(services: Pick<Services, 'config'>, written: Written<Value>[]) {
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
