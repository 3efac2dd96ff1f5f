import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import { recordChange } from '../../platform/recordChange.ts';
import type { Services } from '../../platform/services.ts';
import { SECOND } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { lockQuestions, questionsOf, recountUpvotes } from '../../safeguards/upvoteCounts.ts';
import { getAccountRow } from '../accounts/accountQueries.ts';
import { dropResetsOf } from '../passwordReset/resets.ts';
import { closeLinksOf } from '../session/endAccess.ts';
import { type SignedIn, TRUSTED_FOR_MS } from '../session/sessionCache.ts';
import { lockSession } from '../session/sessionStore.ts';

/**
 * Records whether the owner of the phone registered the account. If not, what was sent before the first proof of the
 * phone is deleted, and the owner has to enter details of their own (decision 022).
 * @throws DomainError `forbidden` in a session that proved no phone, `conflict` after the other answer
 */
export async function confirmRegistration(services: Services, me: SignedIn, mine: boolean): Promise<AccountRow> {
  if (!mine) await untilStrangersAreOut(services, me);
  const answer = async (tx: Transacting) => {
    const { account, session } = await lockSession(tx, me);
    if (!isAsked(account, session, mine)) return account;
    return mine ? setAnswered(tx, account, {}) : startAnew(tx, account);
  };
  return transact(services, answer);
}

/** A request of a session that has ended, which a node has let through, may still be writing. */
const UNDER_WAY_MS = 2 * SECOND;

/**
 * Waits until no session from before the proof of the phone is trusted any more, on any node: what such a session writes
 * after the deletion would stay with the owner.
 */
async function untilStrangersAreOut({ db, now }: Services, { accountId }: SignedIn): Promise<void> {
  const account = await getAccountRow(db, accountId);
  const provedFor = now() - (account?.phone_proved_at ?? 0);
  const left = TRUSTED_FOR_MS + UNDER_WAY_MS - Math.max(0, provedFor);
  if (left > 0) await delay(left);
}

/** Whether the answer is still to be recorded; not if it is a repeat. */
function isAsked(account: AccountRow, session: SessionRow, mine: boolean): boolean {
  if (session.proved === 0) reject('forbidden', 'Please sign in with a code that we text to your phone.');
  if (account.registered_elsewhere === 1) return true;
  if (mine === (account.details_due === 1)) reject('conflict', 'This has been answered already.');
  return false;
}

async function startAnew(tx: Transacting, account: AccountRow): Promise<AccountRow> {
  const { db } = tx;
  const { id } = account;
  const { askedAbout, approvedFor } = await deleteRowsOf(db, account);
  await closeLinksOf(tx, id, 'mailed');
  await dropResetsOf(db, id);
  // Those on their way still tell the stranger, such as of a phone that the staff has replaced.
  const mails = sql<SqlBool>`account_id = ${id} and kind = 'mail'`;
  await db.updateTable('outbox').set({ account_id: null }).where(mails).where('sent_at', 'is', null).execute();
  await db.deleteFrom('outbox').where(mails).execute();
  // After the rows: a vote under way locks its row first, then the account, whose unique columns change here.
  const anew = await setAnswered(tx, account, {
    ...{ details_due: 1, first_name: '', last_name: '', organization_name: '', organization_type: '' },
    ...{ email: '', email_key: null, email_proved_at: null, password_hash: null },
    ...{ pre_event_complete: 0, post_event_complete: 0 },
  });
  for (const contentId of askedAbout) await recordChange(tx, 'audienceQuestions', contentId);
  for (const questionId of approvedFor) await recordChange(tx, 'results', questionId);
  return anew;
}

const setAnswered = ({ db, now }: Transacting, { id }: AccountRow, more: Partial<AccountRow>): Promise<AccountRow> =>
  db
    .updateTable('accounts')
    .set({ registered_elsewhere: 0, updated_at: now(), ...more })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The tables with rows of accounts. */
type TableOfAccounts = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never;
}[keyof Database];

/** Access, which the proof of the phone has ended; messages and tickets; and what keeps answers fair. */
type TableThatStays =
  | ('own_calendars' | 'push_devices' | 'link_tokens' | 'login_codes' | 'known_devices' | 'phone_changes')
  | ('password_resets' | 'outbox' | 'invitations' | 'announcement_messages' | 'announcement_opt_outs' | 'tickets')
  | 'withdrawn_answers';

/**
 * What an account sent, accepted, wanted and was told. Rows that depend on others come first. A new table with rows of
 * accounts does not compile without an entry here or above.
 */
const ROWS_OF_ACCOUNT: Record<Exclude<TableOfAccounts, TableThatStays | 'sessions'>, true> = {
  answer_approvals: true,
  answers: true,
  comment_moderations: true,
  comments: true,
  votes: true,
  saved_sessions: true,
  own_notes: true,
  told_notices: true,
  notice_settings: true,
  audience_question_upvotes: true,
  audience_questions: true,
  feedback: true,
  consents: true,
};

/** What changes for those who watch live, and for the account. */
interface Deleted {
  /** The sessions of the agenda whose questions from the hall may have been seen. */
  askedAbout: string[];
  /** The questions of which the stage may have shown a text. */
  approvedFor: string[];
}

/**
 * Deletes what an account sent: all of it is a stranger's, because the owner could not write before the answer. Keeps
 * which questions were answered: the account answers them anew only where that is still fair (decision 022).
 */
async function deleteRowsOf(db: Kysely<Database>, { id, phone_proved_at }: AccountRow): Promise<Deleted> {
  // A session that proved the phone has asked.
  if (phone_proved_at === null) throw new Error(`The phone of ${id} is not proved`);
  const own = sql<SqlBool>`account_id = ${id}`;
  const asks = db.selectFrom('audience_questions').select('content_id').distinct().where('state', '!=', 'pending');
  const approvals = db.selectFrom('answer_approvals').select('question_id').distinct();
  const deleted = {
    askedAbout: (await asks.where(own).execute()).map((row) => row.content_id),
    approvedFor: (await approvals.where(own).execute()).map((row) => row.question_id),
  };
  await db
    .insertInto('withdrawn_answers')
    .columns(['account_id', 'question_id'])
    .expression(db.selectFrom('answers').select(['account_id', 'question_id']).where(own))
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
    .execute();
  const concerned = await questionsOf(db, [id]);
  await lockQuestions(db, concerned);
  // The keys of the object above are these.
  for (const table of Object.keys(ROWS_OF_ACCOUNT) as (keyof typeof ROWS_OF_ACCOUNT)[])
    await db.deleteFrom(table).where(own).execute();
  await db.deleteFrom('sessions').where(own).where('created_at', '<', phone_proved_at).execute();
  await recountUpvotes(db, concerned);
  // Stored answers may repeat what was sent.
  await db.deleteFrom('idempotency_keys').where('scope', '=', id).execute();
  return deleted;
}
