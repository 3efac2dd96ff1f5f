import type { Call } from '@companion/contract/defineCall';
import { limit } from '../platform/limit.ts';
import type { Transacting } from '../platform/transact.ts';

/**
 * Counts a call towards its limit per account. Run it in the transaction of the call's work: what is rolled back, or
 * repeated by its idempotency key, does not count.
 * @throws DomainError `limited`
 */
export async function limitAccount(
  { db, now }: Pick<Transacting, 'db' | 'now'>,
  { limits: { account: declared } }: Pick<Call, 'limits'>,
  accountId: string,
): Promise<void> {
  if (!declared) return;
  await limit(db, now(), { key: `${declared.count} ${accountId}`, max: declared.max, window: declared.windowMs });
}
