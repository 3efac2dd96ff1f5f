import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Services } from '../services.ts';
import { type Envelope, failMessage } from './outbox.ts';

/** What the outcome of a message sets off elsewhere, in the transaction that takes note of it. */
export interface Reactions {
  /** @param code the provider's, where no further message to that recipient would arrive either; else null */
  undeliverable(db: Kysely<Database>, message: Envelope, code: string | null): Promise<void>;
  delivered(db: Kysely<Database>, message: Envelope): Promise<void>;
}

/** Gives a message up, once: whoever says so later changes nothing. */
export async function giveUp(
  { db, now }: Services,
  { undeliverable }: Reactions,
  messageId: string,
  why: { reason: string; code: string | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const failed = await failMessage(trx, messageId, why.reason, now());
    if (failed) await undeliverable(trx, failed, why.code);
  });
}
