import type { FailedMessages } from '@companion/contract/staff/overview';
import { messageFailed } from '../platform/db/deliverySchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { DAY, isoTime } from '../platform/time.ts';

/** More reasons than providers give. */
const MAX_REASONS = 50;

/** Why messages of the last day did not arrive, the newest first. Providers are quoted by their codes: they name no one. */
export async function readFailedMessages(db: ReadDatabase, now: number): Promise<FailedMessages[]> {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'last_error'])
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<number>('failed_at').as('last_at')])
    .where(messageFailed)
    .where('failed_at', '>', now - DAY)
    .groupBy(['kind', 'last_error'])
    .orderBy('last_at', 'desc')
    .limit(MAX_REASONS)
    .execute();
  return rows.map(({ kind, last_error, n, last_at }) => ({
    kind,
    reason: last_error ?? 'no reason is known',
    messages: n,
    lastAt: isoTime(last_at),
  }));
}
