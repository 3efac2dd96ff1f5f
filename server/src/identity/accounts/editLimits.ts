import { createAudienceQuestion, upvoteAudienceQuestion } from '@companion/contract/audienceQuestion';
import { sendFeedback } from '@companion/contract/feedback';
import { createComment } from '@companion/contract/itemFeedback';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';
import type { Limit } from '../../platform/limit.ts';
import { DAY } from '../../platform/time.ts';

/** Each such answer reveals that a number or an address is on record. Ten are enough for mistakes. */
export const takenLimit = (accountId: string): Limit => ({ key: `taken ${accountId}`, max: 10, window: DAY });

/** Each change may text a number of the caller's choice. */
export const phoneClaimLimit = (accountId: string): Limit => ({
  key: `phone change ${accountId}`,
  max: 5,
  window: DAY,
});

/** What an account may send; `share` stays, because its messages go to other people. */
const SENT = [createAudienceQuestion, upvoteAudienceQuestion, createComment, sendFeedback].flatMap(
  ({ limits: { account } }) => account?.count ?? [],
);

/** Forgets what earlier users of an account have used up. Call it where their access ends. */
export async function clearAccountLimits(db: Kysely<Database>, accountId: string): Promise<void> {
  const sent = SENT.map((count) => `${count} ${accountId}`);
  const keys = [takenLimit(accountId).key, phoneClaimLimit(accountId).key, ...sent];
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute();
}
