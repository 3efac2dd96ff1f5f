import { failMessage, findMessage } from '../../messages/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { autocommit, transact } from '../../platform/transact.ts';
import { lockAccount } from '../accounts/accountQueries.ts';
import { canMailSignIn, mailSignIn } from '../session/sendSignIn.ts';
import { mailEmailProof } from './emailProof.ts';

/**
 * Marks a message as undeliverable. Only the first report counts; later ones change nothing. If it is an SMS to the
 * account's own phone, the account is marked if the phone is the cause, and a sign-in that has not expired is mailed at
 * once.
 * @param cause `code`: the provider's, if no further message to that recipient would arrive either; else null
 */
export async function markUndeliverable(
  services: Services,
  messageId: string,
  { reason, code }: { reason: string; code: string | null },
): Promise<void> {
  await transact(services, async (tx) => {
    const { db, config, now } = tx;
    const accountId = (await findMessage(db, messageId))?.account_id;
    // The account before the message, as what closes an account does: each would otherwise wait for the other.
    const account = accountId ? await lockAccount(db, { id: accountId }) : undefined;
    const failed = await failMessage(db, messageId, reason, now());
    if (failed?.kind !== 'sms' || account?.phone_e164 !== failed.recipient) return;
    if (code !== null) {
      const mark = { sms_undeliverable_at: now(), sms_undeliverable_code: code };
      await db.updateTable('accounts').set(mark).where('id', '=', account.id).execute();
    }
    if (failed.purpose !== 'sign-in' || failed.expires_at <= now()) return;
    if (canMailSignIn(config, account)) await mailSignIn(tx, account);
    // A person who is still signed in can prove the e-mail, and gets a mailed sign-in the next time.
    else await mailEmailProof(tx, account);
  });
}

/** Removes the mark of an account after an SMS to its own phone has arrived. */
export async function markDelivered(services: Services, messageId: string): Promise<void> {
  const message = await findMessage(services.db, messageId);
  if (message?.kind !== 'sms' || message.account_id === null) return;
  const { account_id, recipient } = message;
  await autocommit(services, (db) =>
    db
      .updateTable('accounts')
      .set({ sms_undeliverable_at: null, sms_undeliverable_code: null })
      .where('id', '=', account_id)
      .where('phone_e164', '=', recipient)
      .where('sms_undeliverable_at', 'is not', null)
      .execute(),
  );
}
