import type { MergePreview } from '@companion/contract/staff/peopleMerge';
import { type Kysely, sql } from 'kysely';
import { moveOwnNotes } from '../content/ownNotes.ts';
import { lockAccount } from '../identity/accounts/accountQueries.ts';
import { personalRows } from '../identity/accounts/personalRows.ts';
import { endSessions } from '../identity/session/sessionStore.ts';
import { withdrawMessages } from '../messages/outbox.ts';
import { STOP_CODE } from '../messages/twilioSms.ts';
import type { AccountRow } from '../platform/db/identitySchema.ts';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { Database } from '../platform/db/schema.ts';
import { DomainError } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { confirmAccount, setStanding } from '../safeguards/accountStanding.ts';
import { lockQuestions, questionsOf, recountUpvotes } from '../safeguards/upvoteCounts.ts';
import { tellWhoRegistered } from './editPerson.ts';
import {
  findPair,
  type MergeConflicts,
  type MergedPair,
  previewMerge,
  readConflicts,
  staysOf,
} from './mergePreview.ts';

/** The accounts have changed since the preview. */
class MergeChanged extends DomainError {
  constructor(current: MergePreview) {
    super('conflict', 'Something has changed since the preview. Please check it again.', { current });
  }
}

/**
 * Moves everything of one account to another, and removes it: exactly what the preview with this token shows, in one
 * transaction. Its sessions, links and codes end. Both accounts are locked, so what either sends meanwhile is either in
 * the preview or comes after the merge, when the removed account is unknown.
 * @throws DomainError `conflict` with the new preview, if anything has changed
 */
export async function mergePeople(tx: Transacting, keptId: string, removedId: string, token: string): Promise<void> {
  const { db } = tx;
  await lockManyAccounts(db);
  // In one order, so that two merges cannot wait for each other; and before what they have sent is read.
  for (const id of [keptId, removedId].sort()) await lockAccount(db, { id });
  const pair = await findPair(db, keptId, removedId);
  const preview = await previewMerge(db, pair);
  if (preview.token !== token) throw new MergeChanged(preview);

  const shown = await shownOf(db, removedId);
  const concerned = await questionsOf(db, [keptId, removedId]);
  await lockQuestions(db, concerned);
  // What waits holds links and codes that no longer work.
  await withdrawMessages(tx, removedId, 'the account was merged with another');
  await moveRows(db, pair, await readConflicts(db, keptId, removedId));
  // Before the devices of the removed account go, with the pushes to them: a change that is noticed locks in this order.
  await tellAgainFrom(db, keptId);
  await db.updateTable('outbox').set({ account_id: keptId }).where('account_id', '=', removedId).execute();
  // No member takes over in silence what another has sent.
  await tellWhoRegistered(tx, pair.removed, keptId);
  await removeAccount(tx, pair);
  await settleStanding(tx, pair);
  await recountUpvotes(db, concerned);
  for (const contentId of shown.contentIds) await recordChange(tx, 'audienceQuestions', contentId);
  for (const questionId of shown.questionIds) await recordChange(tx, 'results', questionId);
}

/** What the stage and the phones may show of an account. */
async function shownOf(db: Kysely<Database>, id: string) {
  const asked = await db
    .selectFrom('audience_questions')
    .leftJoin('audience_question_upvotes as upvote', (join) =>
      join.onRef('upvote.audience_question_id', '=', 'audience_questions.id').on('upvote.account_id', '=', id),
    )
    .select('content_id')
    .distinct()
    .where((where) => where.or([where('audience_questions.account_id', '=', id), where('upvote.account_id', '=', id)]))
    .execute();
  const approved = await db.selectFrom('answer_approvals').select('question_id').where('account_id', '=', id).execute();
  return {
    contentIds: asked.map(({ content_id }) => content_id),
    questionIds: approved.map(({ question_id }) => question_id),
  };
}

/** Of each conflict one row goes, with what the staff has decided about it; then everything of the removed account moves. */
async function moveRows(db: Kysely<Database>, { kept, removed }: MergedPair, conflicts: MergeConflicts): Promise<void> {
  const loserOf = (kind: keyof MergeConflicts, conflict: MergeConflicts['answers'][number]) =>
    staysOf(kind, conflict) === 'kept' ? removed.id : kept.id;
  for (const conflict of conflicts.answers) {
    const loser = loserOf('answers', conflict);
    await deleteRow(db, 'answer_approvals', 'question_id', loser, conflict.id);
    await deleteRow(db, 'answers', 'question_id', loser, conflict.id);
  }
  for (const { id, ...conflict } of conflicts.votes)
    await deleteRow(db, 'votes', 'content_id', loserOf('votes', { id, ...conflict }), id);
  for (const conflict of conflicts.comments) {
    const loser = loserOf('comments', conflict);
    await deleteRow(db, 'comment_moderations', 'content_id', loser, conflict.id);
    await deleteRow(db, 'comments', 'content_id', loser, conflict.id);
  }
  // What is saved in either stays saved.
  await sql`delete from saved_sessions where account_id = ${kept.id} and saved = 0 and content_id in
    (select content_id from saved_sessions where account_id = ${removed.id})`.execute(db);
  for (const [table, ...keys] of [
    ['audience_question_upvotes', 'audience_question_id'],
    ['withdrawn_answers', 'question_id'],
    ['saved_sessions', 'content_id'],
    ['announcement_messages', 'announcement_id', 'kind'],
    ['announcement_opt_outs'],
    ['told_notices', 'notice_id'],
    ['notice_settings'],
  ] as const) {
    const isSame = keys.map((key) => sql` and same.${sql.ref(key)} = ${sql.table(table)}.${sql.ref(key)}`);
    await sql`delete from ${sql.table(table)} where account_id = ${removed.id} and exists
      (select 1 from ${sql.table(table)} as same where same.account_id = ${kept.id}${sql.join(isSame, sql``)})`.execute(
      db,
    );
  }
  await moveOwnNotes(db, removed.id, kept.id);
  for (const table of MOVED)
    await db.updateTable(table).set({ account_id: kept.id }).where('account_id', '=', removed.id).execute();
}

const MOVED = [
  ...(['answers', 'answer_approvals', 'votes', 'comments', 'comment_moderations', 'audience_questions'] as const),
  ...(['audience_question_upvotes', 'withdrawn_answers', 'feedback', 'tickets', 'consents', 'invitations'] as const),
  'saved_sessions',
  // No one is told twice, and who wants no more is not told again.
  ...(['announcement_messages', 'announcement_opt_outs', 'told_notices', 'notice_settings'] as const),
] as const;

const deleteRow = (
  db: Kysely<Database>,
  table: 'answers' | 'answer_approvals' | 'votes' | 'comments' | 'comment_moderations',
  key: 'question_id' | 'content_id',
  accountId: string,
  id: string,
) => sql`delete from ${sql.table(table)} where account_id = ${accountId} and ${sql.ref(key)} = ${id}`.execute(db);

/** Deletes what is left of an account, as an erasure does: its access, its limits, and answers kept for repeats. */
async function removeAccount(tx: Transacting, { removed }: MergedPair): Promise<void> {
  await endSessions(tx, removed.id);
  const person = { account: removed, otherAccounts: [], emailKeys: [], phones: [] };
  for (const { table, of } of personalRows) {
    if (table !== 'tickets') await sql`delete from ${sql.table(table)} where ${of(person)}`.execute(tx.db);
  }
}

/**
 * What is being told, in the order of the accounts, may have passed this one before the other had made it one of those
 * whom it is for. Nobody is told twice.
 */
async function tellAgainFrom(db: Kysely<Database>, accountId: string): Promise<void> {
  // In this order it is right before it.
  const before = accountId.slice(0, -1);
  for (const table of ['session_notices', 'announcement_sendings'] as const)
    await db
      .updateTable(table)
      .set({ after_account: before })
      .where('done_at', 'is', null)
      .where('after_account', '>=', accountId)
      .execute();
}

/** One person is confirmed, blocked, and done with a survey, if either of their accounts was. */
async function settleStanding(tx: Transacting, { kept, removed }: MergedPair): Promise<void> {
  if (removed.confirmed_at !== null) await confirmAccount(tx, kept.id);
  const isConfirmed = kept.confirmed_at !== null || removed.confirmed_at !== null;
  const standing = isConfirmed ? 'confirmed' : kept.dismissal_id !== null ? 'dismissed' : 'unconfirmed';
  await setStanding(tx, [kept.id], standing);
  await tx.db
    .updateTable('accounts')
    .set({
      blocked_at: kept.blocked_at ?? removed.blocked_at,
      pre_event_complete: kept.pre_event_complete || removed.pre_event_complete,
      post_event_complete: kept.post_event_complete || removed.post_event_complete,
      ...(wantsNoTexts(removed) ? { sms_enabled: 0 as const } : {}),
      updated_at: tx.now(),
    })
    .where('id', '=', kept.id)
    .execute();
}

/** Whether its owner has answered STOP. The provider knows that of the phone only, which is not that of the kept account. */
const wantsNoTexts = ({ phone_e164, sms_enabled, sms_undeliverable_code }: AccountRow): boolean =>
  sms_undeliverable_code === STOP_CODE || (phone_e164 !== null && sms_enabled === 0);
