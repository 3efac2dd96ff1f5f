import type { updateAccount } from '@companion/contract/accountCalls';
import type { UsPhone } from '@companion/contract/usPhone';
import type { z } from 'zod/mini';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { toFlag } from '../../platform/db/table.ts';
import { DomainError, reject } from '../../platform/domainError.ts';
import { limit } from '../../platform/limit.ts';
import type { Transacting } from '../../platform/transact.ts';
import { confirmAccount } from '../../safeguards/accountStanding.ts';
import { emailKey, phoneOf, profileColumns, recordConsent } from '../accounts/accountQueries.ts';
import { phoneClaimLimit } from '../accounts/editLimits.ts';
import { closeLinksOf, closeShownLinks } from '../session/endAccess.ts';
import { dropPhoneClaim, findPhoneClaim, startPhoneClaim } from '../session/phoneClaim.ts';
import { endSessions } from '../session/sessionStore.ts';
import { takeTicketOf } from '../tickets/claimTicket.ts';
import { keyOrAsk, releaseEmail } from './askForAddress.ts';
import { mailEmailProof } from './emailProof.ts';

/**
 * Stores a profile edit, an activation or survey flags. Run it in a transaction.
 * @param account its row must be locked by this transaction
 * @param session the requesting session
 * @param mailedTo the key of the address whose mail opened that session, if one did
 */
export async function editAccount(
  tx: Transacting,
  { account, session, mailedTo }: { account: AccountRow; session: SessionRow; mailedTo: string | null },
  body: z.output<typeof updateAccount.body>,
): Promise<AccountRow> {
  const { db, now } = tx;
  const set = db
    .updateTable('accounts')
    .set({
      // Unsent flags keep the row's current value, which may have changed since it was read.
      ...(body.preEventComplete === undefined ? {} : { pre_event_complete: toFlag(body.preEventComplete) }),
      ...(body.postEventComplete === undefined ? {} : { post_event_complete: toFlag(body.postEventComplete) }),
      updated_at: now(),
    })
    .where('id', '=', account.id)
    .returningAll();
  if (body.firstName === undefined) return set.executeTakeFirstOrThrow(erased);

  const isWaiting = account.registration_complete === 0;
  const activates = body.registrationComplete === true && isWaiting;
  // After someone else had registered the number (decision 022).
  const completes = body.registrationComplete === true && account.details_due === 1;
  if (activates || completes) await recordConsent(tx, account.id, 'activation');
  // It was prepared from a ticket.
  if (activates) await confirmAccount(tx, account.id);
  const { textCode, ...phone } = await phoneColumns(tx, { account, session }, phoneOf(body));
  const updated = await set
    .set({
      ...profileColumns(body),
      ...phone,
      ...(isWaiting && !activates
        ? rejectAnotherEmail(account, body.email)
        : await emailColumns(tx, { account, mailedTo, activates }, body.email)),
      ...(activates ? { registration_complete: 1 } : {}),
      ...(completes ? { details_due: 0 } : {}),
    })
    .executeTakeFirstOrThrow(erased);
  const claimed = account.email_claim_key;
  if (activates && claimed !== null && mailedTo === claimed) await takeTicketOf(tx, claimed, account.id);
  // An activation ends all access from before it. This session stays, with the link that opened it, and so do links that
  // were texted to the account's number, because opening one proves it.
  if (activates) {
    await endSessions(tx, account.id, { sessionId: session.id });
    await closeLinksOf(tx, account.id, { except: { textedTo: updated.phone_e164, id: session.link_id } });
    // A member who has shown a link has it, too.
    await closeShownLinks(tx, account.id, session.id);
  }
  const isNewAddress = activates || emailKey(updated.email) !== emailKey(account.email);
  // A session that proved no phone may be a stranger's, and the address someone else's.
  if (isNewAddress && session.proved === 1) await mailEmailProof(tx, updated);
  // Last: the SMS budget is one row for all, locked until the transaction ends.
  await textCode?.();
  return updated;
}

/** The account has been erased since it was read. */
const erased = () => new DomainError('notFound', 'There is no such account.');

/**
 * What a profile edit does to the phone. An unproved number is replaced at once. A proved number stays until the new
 * one is proved by the code that is texted to it (decision 022). Saving the current number drops a pending change.
 * @returns the columns to write, and what texts the code after that
 */
async function phoneColumns(
  tx: Transacting,
  { account, session }: { account: AccountRow; session: SessionRow },
  { national, e164 }: UsPhone,
): Promise<Partial<AccountRow> & { textCode?: () => Promise<void> }> {
  const me = { accountId: account.id, sessionId: session.id };
  if (account.phone_e164 === e164) {
    await dropPhoneClaim(tx.db, me.accountId, { sessionId: me.sessionId });
    return { phone: national };
  }
  if (account.phone_proved_at !== null) {
    if (session.proved === 0) rejectUnproved();
    const claimed = await findPhoneClaim(tx.db, me, tx.now());
    if (claimed?.phone_e164 === e164) return {};
    await countChange(tx, account.id);
    return { textCode: () => startPhoneClaim(tx, me, { national, e164 }) };
  }
  if (account.phone_e164 !== null) await countChange(tx, account.id);
  return {
    phone: national,
    phone_e164: e164,
    sms_enabled: 1 as const,
    sms_undeliverable_at: null,
    sms_undeliverable_code: null,
  };
}

const countChange = ({ db, now }: Transacting, accountId: string): Promise<void> =>
  limit(db, now(), phoneClaimLimit(accountId));

function rejectUnproved(): never {
  const message = 'To change your phone number, first sign in with a code that we text to your present number';
  reject('forbidden', `${message}.`, { phone: message });
}

/** Before the activation the address stays the ticket's: the holder is invited and found by it. */
function rejectAnotherEmail(account: AccountRow, typed: string) {
  if (emailKey(typed) === emailKey(account.email)) return {};
  const message = 'To change your email, first complete your registration';
  reject('conflict', `${message}.`, { email: message });
}

/**
 * What an edit does to the e-mail and its proof. A changed address is unproved, and links mailed to the old one become
 * invalid. An activation proves the address only in a session that was opened by a link mailed to that address.
 */
async function emailColumns(
  tx: Transacting,
  { account, mailedTo, activates }: { account: AccountRow; mailedTo: string | null; activates: boolean },
  typed: string,
) {
  const key = emailKey(typed);
  const email = { email: typed, email_key: activates ? key : await keyOrAsk(tx.db, account, key) };
  if (key !== emailKey(account.email)) {
    await closeLinksOf(tx, account.id, 'mailed');
    return { ...email, email_claim_key: null, email_proved_at: null };
  }
  if (!activates) return email;
  if (account.email_claim_key !== null) await releaseEmail(tx, account.email_claim_key);
  return { ...email, email_claim_key: null, ...(mailedTo === key ? { email_proved_at: tx.now() } : {}) };
}
