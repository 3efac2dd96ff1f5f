import type { Kysely } from 'kysely';
import type { Config } from '../platform/config.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Database } from '../platform/db/schema.ts';
import { Refusal } from '../platform/errors.ts';
import { count, readCount, retryAfter } from '../platform/limit.ts';
import type { Services } from '../platform/services.ts';

const DAY = 24 * 60 * 60_000;

/** What SMS are for. Each has a budget of its own: nobody can spend the one that sign-ins need on something else. */
export const SMS_PURPOSES = ['sign-in', 'invitation', 'share'] as const;
export type SmsPurpose = (typeof SMS_PURPOSES)[number];

/** How many SMS may leave in 24 hours, from all nodes together. */
export const smsBudgetOf = (config: Config, purpose: SmsPurpose): { key: string; most: number; window: number } => ({
  key: `sms budget ${purpose}`,
  most: { 'sign-in': config.smsADay, invitation: config.smsInvitationsADay, share: config.smsSharesADay }[purpose],
  window: DAY,
});

/**
 * Counts one more SMS; run it in the transaction that puts it into the outbox.
 * @throws Refusal 503 with Retry-After when the budget is spent
 */
export async function takeFromSmsBudget(
  db: Kysely<Database>,
  { config, now }: Pick<Services, 'config' | 'now'>,
  purpose: SmsPurpose,
): Promise<void> {
  const wait = await count(db, now(), smsBudgetOf(config, purpose));
  if (wait === undefined) return;
  throw new Refusal(503, 'We cannot send text messages at the moment.', undefined, retryAfter(wait));
}

/** How many more SMS may be sent now. */
export async function smsBudgetLeft(
  db: ReadDatabase,
  { config, now }: Pick<Services, 'config' | 'now'>,
  purpose: SmsPurpose,
): Promise<number> {
  const budget = smsBudgetOf(config, purpose);
  return Math.max(0, budget.most - (await readCount(db, now(), budget)));
}
