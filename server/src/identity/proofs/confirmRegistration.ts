import { POST_EVENT_CAMPAIGN, PRE_EVENT_CAMPAIGN } from '@companion/contract/constants';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountRow, SessionRow } from '../../platform/db/identitySchema.ts';
import type { Database } from '../../platform/db/schema.ts';
import { reject } from '../../platform/domainError.ts';
import { recordChange } from '../../platform/recordChange.ts';
import type { Services } from '../../platform/services.ts';
import { SECOND } from '../../platform/time.ts';
import { type Transacting, transact } from '../../platform/transact.ts';
import { lockQuestions, questionsOf, recountUpvotes } from '../../safeguards/upvoteCounts.ts';
import { emailKey } from '../accounts/accountQueries.ts';
import { dropResetsOf } from '../passwordReset/resets.ts';
import { closeLinksOf } from '../session/endAccess.ts';
import type { SignedIn } from '../session/sessionCache.ts';
import { lockSession } from '../session/sessionStore.ts';

/**
 * Records whether the owner of the phone registered the account. If not, what was sent before the first proof of the
 * phone is deleted, and the owner has to enter details of their own (decision 022).
 * @throws DomainError `forbidden` in a session that proved no phone, `conflict` after the other answer
 */
export function confirmRegistration(services: Services, me: SignedIn, mine: boolean): Promise<AccountRow> {
  const answer = async (tx: Transacting) => {
    const { account, session } = await lockSession(tx, me);
    if (!isAsked(account, session, mine)) return account;
    return mine ? setAnswered(tx, account, {}) : startAnew(tx, account);
  };
  return transact(services, answer);
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
  const { id, phone_proved_at: before } = account;
  // A session that proved the phone has asked.
  if (before === null) throw new Error(`The phone of ${id} is not proved`);
  const { askedAbout, approvedFor } = await deleteEarlierRows(db, { accountId: id, before });
  // An address that was proved since belongs to the owner of the phone.
  const isOwnAddress = account.email_proved_at !== null;
  if (!isOwnAddress) await closeLinksOf(tx, id, 'mailed');
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

interface Earlier {
  accountId: string;
  /** The first proof of the phone: rows from this time on stay. */
  before: number;
}

/**
 * A session that has ended is trusted for some seconds (decision 031), and its request may wait. What arrives within this
 * time after the proof may still be a stranger's.
 */
const STILL_ARRIVES_MS = 10 * SECOND;

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
 * What an account sent, accepted, wanted, was told and was signed in with, by table: the condition of the rows from before
 * a time. Rows that depend on others come first. A new table with rows of accounts does not compile without an entry.
 */
const EARLIER_ROWS: Record<Exclude<TableOfAccounts, TableThatStays>, (earlier: Earlier) => RawBuilder<SqlBool>> = {
  answer_approvals: (earlier) => sql`question_id in (select question_id from answers where ${createdBefore(earlier)})`,
  answers: createdBefore,
  comment_moderations: (earlier) =>
    sql`content_id in (select content_id from comments where ${changedBefore(earlier)})`,
  comments: changedBefore,
  votes: changedBefore,
  saved_sessions: createdBefore,
  own_notes: changedBefore,
  // Until the answer, what a stranger has saved is told. What is saved now is the owner's.
  told_notices: ({ accountId }) => sql`notice_id in (select n.id from session_notices n where not exists
    (select 1 from saved_sessions s where s.account_id = ${accountId} and s.content_id = n.content_id))`,
  notice_settings: changedBefore,
  audience_question_upvotes: createdBefore,
  audience_questions: createdBefore,
  feedback: createdBefore,
  consents: ({ before }) => sql`accepted_at < ${before}`,
  sessions: ({ before }) => sql`created_at < ${before}`,
};

/** What changes for those who watch live, and for the account. */
interface Deleted {
  /** The sessions of the agenda whose questions from the hall may have been seen. */
  askedAbout: string[];
  /** The questions of which the stage may have shown a text. */
  approvedFor: string[];
}

/** Keeps which questions were answered: the account answers them anew only where that is still fair (decision 022). */
async function withdrawAnswers(db: Kysely<Database>, earlier: Earlier): Promise<void> {
  await db
    .insertInto('withdrawn_answers')
    .columns(['account_id', 'question_id'])
    .expression(
      db
        .selectFrom('answers')
        .select(['account_id', 'question_id'])
        .where(sql<SqlBool>`${createdBefore(earlier)}`),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'question_id']).doNothing())
    .execute();
}

/** Deletes what an account sent before a time. */
export async function deleteEarlierRows(db: Kysely<Database>, earlier: Earlier): Promise<Deleted> {
  const earlierRowsOf = (table: keyof typeof EARLIER_ROWS) =>
    sql<SqlBool>`account_id = ${earlier.accountId} and ${EARLIER_ROWS[table](earlier)}`;
  const asks = db.selectFrom('audience_questions').select('content_id').distinct().where('state', '!=', 'pending');
  const approvals = db.selectFrom('answer_approvals').select('question_id').distinct();
  const deleted = {
    askedAbout: (await asks.where(earlierRowsOf('audience_questions')).execute()).map((row) => row.content_id),
    approvedFor: (await approvals.where(earlierRowsOf('answer_approvals')).execute()).map((row) => row.question_id),
  };
  await withdrawAnswers(db, earlier);
  const concerned = await questionsOf(db, [earlier.accountId]);
  await lockQuestions(db, concerned);
  // The keys of the object above are these.
  for (const table of Object.keys(EARLIER_ROWS) as (keyof typeof EARLIER_ROWS)[])
    await sql`delete from ${sql.table(table)} where ${earlierRowsOf(table)}`.execute(db);
  await recountUpvotes(db, concerned);
  // Stored answers may repeat what was sent.
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', earlier.accountId)
    .where('created_at', '<', earlier.before + STILL_ARRIVES_MS)
    .execute();
  return deleted;
}

function createdBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and created_at < ${before + STILL_ARRIVES_MS}`;
}

/** A vote or comment that was changed since has the value of the later time. */
function changedBefore({ accountId, before }: Earlier): RawBuilder<SqlBool> {
  return sql`account_id = ${accountId} and updated_at < ${before + STILL_ARRIVES_MS}`;
}
