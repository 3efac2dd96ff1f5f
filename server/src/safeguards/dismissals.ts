import { randomUUID } from 'node:crypto';
import type { Dismissal } from '@companion/contract/staff/safeguards';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { ROWS_IN_BATCH } from '../platform/db/readInBatches.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Services } from '../platform/services.ts';
import { isoTime } from '../platform/time.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { setStanding } from './accountStanding.ts';
import { type FloodSpan, readFloodAccounts } from './floodAccounts.ts';

/** No event has as many that matter. */
const MAX_LISTED = 100;

/** The newest dismissals, the newest first. */
export async function listDismissals(db: ReadDatabase): Promise<Dismissal[]> {
  const rows = await db
    .selectFrom('dismissals')
    .innerJoin('staff', 'staff.id', 'dismissals.created_by')
    .selectAll('dismissals')
    .select('staff.name')
    .orderBy('dismissals.created_at', 'desc')
    .orderBy('dismissals.id')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ id, network, since, until, accounts, created_at, undone_at, name }) => ({
    ...{ id, network, since: isoTime(since), until: isoTime(until), accounts },
    ...{ createdAt: isoTime(created_at), undoneAt: isoTime(undone_at), memberName: name },
  }));
}

/**
 * Dismisses everything of the first unconfirmed accounts of a flood: it counts nowhere, until this is undone or the account
 * is confirmed. What they send later is dismissed as well. {@link dismissRest} goes on with the others: in one transaction
 * a large flood would exceed its time, and no one else could write.
 * @returns its id
 * @throws DomainError `conflict` if there is no such account, or another member was first
 */
export async function dismissFlood(tx: Transacting, span: FloodSpan, memberId: string): Promise<string> {
  const { db, now } = tx;
  await lockManyAccounts(db);
  const id = randomUUID();
  const accounts = await dismissSome(tx, id, span);
  if (accounts === 0) reject('conflict', 'There is nothing left to dismiss.');
  const { network, since, until } = span;
  await db
    .insertInto('dismissals')
    .values({ id, network, since, until, accounts, created_at: now(), created_by: memberId, undone_at: null })
    .execute();
  await recordChange(tx, 'safeguards', id);
  return id;
}

/** Dismisses the other accounts of a flood, some at a time, unless the dismissal is undone meanwhile. */
export async function dismissRest(services: Services, id: string, span: FloodSpan): Promise<void> {
  const dismissMore = (tx: Transacting) => dismissIntoSame(tx, id, span);
  while ((await transact(services, dismissMore)) > 0);
}

async function dismissIntoSame(tx: Transacting, id: string, span: FloodSpan): Promise<number> {
  const { db } = tx;
  await lockManyAccounts(db);
  const { undone_at } = await findDismissal(db, id);
  const accounts = undone_at === null ? await dismissSome(tx, id, span) : 0;
  if (accounts === 0) return 0;
  await db
    .updateTable('dismissals')
    .set((row) => ({ accounts: row('accounts', '+', accounts) }))
    .where('id', '=', id)
    .execute();
  await recordChange(tx, 'safeguards', id);
  return accounts;
}

/** @returns how many; 0 once none is left */
async function dismissSome(tx: Transacting, id: string, span: FloodSpan): Promise<number> {
  // All accounts are locked before anything that they have sent, as by those who send it.
  for await (const ids of readFloodAccounts(tx.db, span)) {
    await lockInOrder(tx, ids);
    const dismissed = await tx.db
      .updateTable('accounts')
      .set({ dismissal_id: id })
      .where('id', 'in', ids)
      // One may have been confirmed since it was found.
      .where('confirmed_at', 'is', null)
      .returning('id')
      .execute();
    if (dismissed.length === 0) continue;
    const accountIds = dismissed.map((account) => account.id);
    await setStanding(tx, accountIds, 'dismissed');
    return accountIds.length;
  }
  return 0;
}

/**
 * Counts everything of the first accounts of a dismissed flood again, except of those that were confirmed: they have left
 * it. {@link undoRest} goes on with the others.
 * @throws DomainError `notFound`; `conflict` if it was undone before
 */
export async function undoDismissal(tx: Transacting, id: string): Promise<void> {
  const { db, now } = tx;
  await lockManyAccounts(db);
  const { undone_at } = await findDismissal(db, id);
  const restored = await restoreSome(tx, id);
  // A server may have stopped before all were restored.
  if (undone_at !== null && restored === 0) reject('conflict', 'This was undone before.');
  await db.updateTable('dismissals').set({ undone_at: now() }).where('id', '=', id).execute();
  await recordChange(tx, 'safeguards', id);
}

/** Counts everything of the other accounts of a dismissal that is undone, some at a time. */
export async function undoRest(services: Services, id: string): Promise<void> {
  const restoreMore = async (tx: Transacting) => {
    await lockManyAccounts(tx.db);
    const restored = await restoreSome(tx, id);
    if (restored > 0) await recordChange(tx, 'safeguards', id);
    return restored;
  };
  while ((await transact(services, restoreMore)) > 0);
}

/** @returns how many; 0 once none is left */
async function restoreSome(tx: Transacting, id: string): Promise<number> {
  const some = tx.db.selectFrom('accounts').select('id').where('dismissal_id', '=', id).limit(ROWS_IN_BATCH);
  const ids = (await some.execute()).map((account) => account.id);
  if (ids.length === 0) return 0;
  await lockInOrder(tx, ids);
  const restored = await tx.db
    .updateTable('accounts')
    .set({ dismissal_id: null })
    .where('id', 'in', ids)
    .where('dismissal_id', '=', id)
    .returning('id')
    .execute();
  const accountIds = restored.map((account) => account.id);
  await setStanding(tx, accountIds, 'unconfirmed');
  return accountIds.length;
}

/** Votes that are stored in one statement lock their accounts in this order: in another one, each would wait for the other. */
async function lockInOrder({ db, config }: Transacting, ids: string[]): Promise<void> {
  // SQLite has one writer.
  if (!config.databaseUrl) return;
  await db.selectFrom('accounts').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

const findDismissal = async (db: ReadDatabase, id: string) =>
  (await db.selectFrom('dismissals').select('undone_at').where('id', '=', id).executeTakeFirst()) ??
  reject('notFound', 'There is no such dismissal.');
