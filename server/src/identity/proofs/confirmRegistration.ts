import { recordChange } from '../../live/recordChange.ts';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Services } from '../../platform/services.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { dropResetsOf } from '../passwordReset/resetQueries.ts';
import { closeLinksOf } from '../session/closeLinks.ts';
import { lockSession } from '../session/lockSession.ts';
import type { SignedIn } from '../session/sessionCache.ts';
import { deleteEarlierRows } from './deleteEarlierRows.ts';

/**
 * Records whether the owner of the phone registered the account. If not, what was sent before the first proof of the
 * phone is deleted, and the owner has to enter details of their own (decision 022).
 * @throws DomainError `forbidden` in a session that proved no phone, `conflict` after the other answer
 */
export function confirmRegistration(services: Services, me: SignedIn, mine: boolean): Promise<AccountRow> {
  return transact(services, async (tx) => {
    const { account, session } = await lockSession(tx.db, me, tx.now());
    if (!isAsked(account, session, mine)) return account;
    return mine ? setAnswered(tx, account, {}) : startAnew(tx, account);
  });
}

/** Whether the answer is still to be recorded; not if it is a repeat. */
function isAsked(account: AccountRow, session: SessionRow, mine: boolean): boolean {
  if (session.proved === 0) reject('forbidden', 'Please sign in with a code that we text to your phone.');
  if (account.registered_elsewhere === 1) return true;
  if (mine === (account.details_due === 1)) reject('conflict', 'This has been answered already.');
  return false;
}

async function startAnew(tx: Transacting, account: AccountRow): Promise<AccountRow> {
  const { db, now } = tx;
  const { id, phone_proved_at } = account;
  const { hadAnswers, askedAbout, approvedFor } = await deleteEarlierRows(db, {
    ...{ accountId: id, before: phone_proved_at ?? now() },
  });
  // An address that was proved since belongs to the owner of the phone.
  const isOwnAddress = account.email_proved_at !== null;
  if (!isOwnAddress) await dropAddress(tx, account);
  // After the rows: a vote under way locks its row first, then the account, whose unique columns change here.
  const anew = await setAnswered(tx, account, {
    ...{ details_due: 1, first_name: '', last_name: '', organization_name: '', organization_type: '' },
    ...(isOwnAddress ? {} : { email: '', email_key: null, password_hash: null }),
    // Questions are open again.
    ...(hadAnswers ? { pre_event_complete: 0, post_event_complete: 0 } : {}),
  });
  for (const contentId of askedAbout) await recordChange(tx, 'asks', contentId);
  for (const questionId of approvedFor) await recordChange(tx, 'results', questionId);
  return anew;
}

/** Ends what the address gave, and deletes the messages to it. */
async function dropAddress({ db, now }: Transacting, { id, email }: AccountRow): Promise<void> {
  await closeLinksOf(db, id, 'mailed', now());
  await dropResetsOf(db, id);
  await db
    .deleteFrom('outbox')
    .where('account_id', '=', id)
    .where(({ fn }) => fn('lower', ['recipient']), '=', emailKey(email))
    .execute();
}

const setAnswered = ({ db, now }: Transacting, { id }: AccountRow, more: Partial<AccountRow>): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set({ registered_elsewhere: 0, updated_at: now(), ...more })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
