import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';
import type { Services } from '../platform/services.ts';
import { transact } from '../platform/transact.ts';
import { type Envelope, failMessage, findEnvelope } from './outbox.ts';

/** What the rest of the server does with the outcome of a message, in the transaction that records it. */
export interface Reactions {
  /** @param code the provider's code, if no further message to that recipient would arrive either; else null */
  undeliverable(db: Kysely<Database>, message: Envelope, code: string | null): Promise<void>;
  delivered(db: Kysely<Database>, message: Envelope): Promise<void>;
}

/** Marks a message as undeliverable. Only the first report counts; later ones change nothing. */
export async function markUndeliverable(
  services: Services,
  { undeliverable }: Reactions,
  messageId: string,
  cause: { reason: string; code: string | null },
): Promise<void> {
  await transact(services, async (tx) => {
    await lockRecipient(tx.db, messageId);
    const failed = await failMessage(tx.db, messageId, cause.reason, tx.now());
    if (failed) await undeliverable(tx.db, failed, cause.code);
  });
}

/**
 * Locks the account that the message is for, before the message: what closes an account locks in this order too, so that
 * the two cannot deadlock.
 */
async function lockRecipient(db: Kysely<Database>, messageId: string): Promise<void> {
  const accountId = (await findEnvelope(db, messageId))?.accountId;
  if (accountId)
    await db
      .updateTable('accounts')
      .set((column) => ({ updated_at: column.ref('updated_at') }))
      .where('id', '=', accountId)
      .execute();
}
