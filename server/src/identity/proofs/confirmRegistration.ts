import type { AccountRow } from '../../platform/db/identitySchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { lockManyAccounts } from '../accounts/lockManyAccounts.ts';
import { dropResetsOf } from '../passwordReset/resetQueries.ts';
import { closeLinksOf } from '../session/closeLinks.ts';
import { lockSession } from '../session/lockSession.ts';
import type { SignedIn } from '../session/sessionCache.ts';
import { returnTicket } from '../tickets/returnTicket.ts';
import { mailActivation } from './sendActivation.ts';
import { settleEarlierRows } from './settleEarlierRows.ts';

/**
 * Records whether the owner of the phone registered the account. If not, the account becomes a prepared one that its
 * owner completes, and what was sent before the first proof of the phone is deleted. If the account had a ticket, the
 * ticket and what was sent go to its holder, who gets a link by mail (decision 022).
 * @throws DomainError `forbidden` in a session that proved no phone, `conflict` when the account is not in question
 */
export function confirmRegistration(services: Services, me: SignedIn, mine: boolean): Promise<AccountRow> {
  return transact(services, async (tx) => {
    const { db, now } = tx;
    if (!mine) await lockManyAccounts(db);
    const { account, session } = await lockSession(db, me, now());
    if (session.proved === 0) reject('forbidden', 'Please sign in with a code that we text to your phone.');
    if (account.registered_elsewhere === 0) {
      // A repeated answer, after the first one was lost.
      if (mine || account.registration_complete === 0) return account;
      reject('conflict', 'You have confirmed already that you registered this account.');
    }
    if (!mine) await startAnew(tx, account);
    return db
      .updateTable('accounts')
      .set({ registered_elsewhere: 0, updated_at: now() })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function startAnew(tx: Transacting, account: AccountRow): Promise<void> {
  const { db, now } = tx;
  // An address that was proved since belongs to the owner of the phone, and so does the ticket of that address.
  const ownAddress = account.email_proved_at === null ? null : account.email_key;
  if (ownAddress === null) {
    await closeLinksOf(db, account.id, 'mailed', now());
    await dropResetsOf(db, account.id);
  }
  await db
    .updateTable('accounts')
    .set({
      ...{ first_name: '', last_name: '', organization_name: '', organization_type: '' },
      ...(ownAddress === null ? { email: '', email_key: null, email_claim_key: null, password_hash: null } : {}),
      ...{ registration_complete: 0, pre_event_complete: 0, post_event_complete: 0, registered_on: null },
    })
    .where('id', '=', account.id)
    .execute();
  const holder = await returnTicket(db, account.id, ownAddress, now());
  const before = account.phone_proved_at ?? now();
  await settleEarlierRows(db, { accountId: account.id, before }, holder?.id);
  if (holder) await mailActivation(tx, holder);
}
