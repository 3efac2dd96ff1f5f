import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import { retryDeadlocks } from '../../platform/db/retryDeadlocks.ts';
import { reject } from '../../platform/domainError.ts';
import { recordChange } from '../../platform/recordChange.ts';
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
  const answer = async (tx: Transacting) => {
    const { account, session } = await lockSession(tx.db, me, tx.now());
    if (!isAsked(account, session, mine)) return account;
    return mine ? setAnswered(tx, account, {}) : startAnew(tx, account);
  };
  // An erasure, or a moderator of the questions, may lock the same rows in another order.
  return retryDeadlocks(() => transact(services, answer));
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
  const { id, phone_proved_at: before } = account;
  // A session that proved the phone has asked.
  if (before === null) throw new Error(`The phone of ${id} is not proved`);
  const { askedAbout, approvedFor } = await deleteEarlierRows(db, { accountId: id, before });
  // An address that was proved since belongs to the owner of the phone.
  const isOwnAddress = account.email_proved_at !== null;
  if (!isOwnAddress) await closeLinksOf(db, id, 'mailed', now());
  if (!isOwnAddress) await dropResetsOf(db, id);
  await deleteMails(tx, account, before);
  // After the rows: a vote under way locks its row first, then the account, whose unique columns change here.
  const anew = await setAnswered(tx, account, {
    details_due: 1,
    first_name: '',
    last_name: '',
    organization_name: '',
    organization_type: '',
    ...(isOwnAddress ? {} : { email: '', email_key: null, password_hash: null }),
    ...(await completedSurveys(tx, account)),
  });
  for (const contentId of askedAbout) await recordChange(tx, 'audienceQuestions', contentId);
  for (const questionId of approvedFor) await recordChange(tx, 'results', questionId);
  return anew;
}

/** Mails from before the proof, or to another address than the one that the owner has proved, were for a stranger. */
async function deleteMails({ db }: Transacting, account: AccountRow, before: number): Promise<void> {
  const own = account.email_proved_at === null ? '' : emailKey(account.email);
  await db
    .deleteFrom('outbox')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'mail')
    .where((where) => where.or([where('created_at', '<', before), where(where.fn('lower', ['recipient']), '!=', own)]))
    .execute();
}

/** A survey stays complete if the owner has answered it: a stranger may have set the flag. */
async function completedSurveys({ db }: Transacting, account: AccountRow) {
  const answered = await db
    .selectFrom('answers')
    .select('campaign_id')
    .distinct()
    .where('account_id', '=', account.id)
    .execute();
  const has = (campaign: string) => answered.some(({ campaign_id }) => campaign_id === campaign);
  return {
    pre_event_complete: has(PRE_EVENT_CAMPAIGN) ? account.pre_event_complete : 0,
    post_event_complete: has(POST_EVENT_CAMPAIGN) ? account.post_event_complete : 0,
  } as const;
}

const setAnswered = ({ db, now }: Transacting, { id }: AccountRow, more: Partial<AccountRow>): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set({ registered_elsewhere: 0, updated_at: now(), ...more })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
