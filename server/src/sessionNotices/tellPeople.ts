import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { SessionNotice } from '../platform/db/sessionNoticeSchema.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { queuePush } from '../push/queuePush.ts';
import { REMIND_MS } from './makeNotices.ts';

/** People of one batch: its transaction is short, so that sign-ins do not wait for it. */
const MAX_BATCH = 200;

/**
 * Tells the next people of a notice, in the order of their accounts. One transaction records how far it is, so that a
 * worker which is killed leaves each person told or not, and any number of workers may share the work.
 * @returns whether there was something to do
 */
export async function tellPeople(services: Services): Promise<boolean> {
  const next = await services.db
    .selectFrom('session_notices')
    .select('id')
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  if (!next) return false;
  await transact(services, (tx) => tellBatch(tx, next.id));
  return true;
}

async function tellBatch(tx: Transacting, id: string): Promise<void> {
  const { db, now } = tx;
  // It refers to many accounts.
  await lockManyAccounts(db);
  const notice = await db
    .updateTable('session_notices')
    .set((row) => ({ after_account: row.ref('after_account') }))
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  // Another worker was first.
  if (!notice) return;
  const accounts = notice.ends_at > now() ? await nextAccounts(tx, notice) : [];
  if (accounts.length > 0) {
    const rows = accounts.map((account_id) => ({ account_id, notice_id: id, created_at: now() }));
    await db.insertInto('told_notices').values(rows).execute();
    const said = await saidIn(tx, notice);
    await queuePush(tx, { source: id, accountIds: accounts, said, expiresAt: notice.ends_at });
  }
  const isDone = accounts.length < MAX_BATCH;
  await db
    .updateTable('session_notices')
    .set({ after_account: accounts.at(-1) ?? notice.after_account, ...(isDone && { done_at: now() }) })
    .where('id', '=', id)
    .execute();
  // Open phones read their notices with the announcements that are for some only.
  const someAreTold = accounts.length > 0 || notice.after_account !== '';
  if (isDone && someAreTold) await recordChange(tx, 'announcements', id);
}

async function nextAccounts({ db }: Transacting, notice: SessionNotice): Promise<string[]> {
  const rows = await db
    .selectFrom('saved_sessions')
    .select('account_id')
    .where('content_id', '=', notice.content_id)
    .where('saved', '=', 1)
    .where('account_id', '>', notice.after_account)
    .where(wants(notice))
    // One who was merged with another account may have been told already.
    .where(sql<boolean>`not exists (select 1 from told_notices t where t.notice_id = ${notice.id}
      and t.account_id = saved_sessions.account_id)`)
    // Who saves a session that begins soon needs no reminder.
    .$if(notice.kind === 'reminder', (query) => query.where('updated_at', '<=', notice.ends_at - REMIND_MS))
    .orderBy('account_id')
    .limit(MAX_BATCH)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

const wants = ({ kind }: SessionNotice): RawBuilder<SqlBool> =>
  sql`not exists (select 1 from notice_settings o where o.account_id = saved_sessions.account_id
    and ${sql.ref(kind === 'reminder' ? 'o.reminders' : 'o.changes')} = 0)`;

async function saidIn({ db }: Transacting, { content_id, title, text }: SessionNotice) {
  const { campaign_id, hidden } = await db
    .selectFrom('content')
    .select(['campaign_id', 'hidden'])
    .where('id', '=', content_id)
    .executeTakeFirstOrThrow();
  // A session that the event no longer has cannot be opened.
  return { title, text, session: hidden ? null : { campaignId: campaign_id, contentId: content_id } };
}
