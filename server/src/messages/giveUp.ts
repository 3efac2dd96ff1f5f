import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { transact } from '../platform/transact.ts';
import { type Envelope, failMessage } from './outbox.ts';

/** What the outcome of a message sets off elsewhere, in the transaction that takes note of it. */
export interface Reactions {
  /** @param code the provider's, where no further message to that recipient would arrive either; else null */
  undeliverable(db: Kysely<Database>, message: Envelope, code: string | null): Promise<void>;
  delivered(db: Kysely<Database>, message: Envelope): Promise<void>;
}

/** Gives a message up, once: whoever says so later changes nothing. */
export async function giveUp(
  services: Services,
  { undeliverable }: Reactions,
  messageId: string,
  why: { reason: string; code: string | null },
): Promise<void> {
  await transact(services, async (tx) => {
    const failed = await failMessage(tx.db, messageId, why.reason, tx.now());
    if (failed) await undeliverable(tx.db, failed, why.code);
  });
}
