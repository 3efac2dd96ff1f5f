import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Dismissal } from '@companion/contract/staff/safeguards';
import { lockManyAccounts } from '../platform/db/lockManyAccounts.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { ROWS_IN_BATCH } from '../platform/db/readInBatches.ts';
import { reject } from '../platform/domainError.ts';
import { recordChange } from '../platform/recordChange.ts';
import { isoTime } from '../platform/time.ts';
import type { Transacting } from '../platform/transact.ts';
import { type FloodSpan, readFloodAccounts } from './floodAccounts.ts';
import { setStanding } from './standing.ts';

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
 * Dismisses everything of the unconfirmed accounts of a flood: it counts nowhere, until this is undone or the account is
 * confirmed. What they send later is dismissed as well.
 * @returns its id
 * @throws DomainError `conflict` if there is no such account, or another member was first
 */
export async function dismissFlood(tx: Transacting, span: FloodSpan, memberId: string): Promise<string> {
  const { db, now } = tx;
  await lockManyAccounts(db);
  const id = randomUUID();
  const accountIds: string[] = [];
  // All accounts are locked before anything that they have sent, as by those who send it.
  for await (const ids of readFloodAccounts(db, span)) {
    const dismissed = await db
      .updateTable('accounts')
      .set({ dismissal_id: id })
      .where('id', 'in', ids)
      // One may have been confirmed since it was found.
      .where('confirmed_at', 'is', null)
      .returning('id')
      .execute();
    accountIds.push(...dismissed.map((account) => account.id));
  }
  if (accountIds.length === 0) reject('conflict', 'There is nothing left to dismiss.');
  await setStanding(tx, accountIds, 'dismissed');
  const { network, since, until } = span;
  await db
    .insertInto('dismissals')
    .values({
      ...{ id, network, since, until, accounts: accountIds.length },
      ...{ created_at: now(), created_by: memberId, undone_at: null },
    })
    .execute();
  await recordChange(tx, 'safeguards', id);
  return id;
}

/**
 * Counts everything of a dismissed flood again, except of accounts that were confirmed: they have left it.
 * @throws DomainError `notFound`; `conflict` if it was undone before
 */
export async function undoDismissal(tx: Transacting, id: string): Promise<void> {
  const { db, now } = tx;
  await lockManyAccounts(db);
  const dismissal = await db.selectFrom('dismissals').select('undone_at').where('id', '=', id).executeTakeFirst();
  if (!dismissal) reject('notFound', 'There is no such dismissal.');
  if (dismissal.undone_at !== null) reject('conflict', 'This was undone before.');
  const accountIds: string[] = [];
  for (;;) {
    const some = db.selectFrom('accounts').select('id').where('dismissal_id', '=', id).limit(ROWS_IN_BATCH);
    const restored = await db
      .updateTable('accounts')
      .set({ dismissal_id: null })
      .where('id', 'in', some)
      .where('dismissal_id', '=', id)
      .returning('id')
      .execute();
    if (restored.length === 0) break;
    accountIds.push(...restored.map((account) => account.id));
    await setImmediate();
  }
  await setStanding(tx, accountIds, 'unconfirmed');
  await db.updateTable('dismissals').set({ undone_at: now() }).where('id', '=', id).execute();
  await recordChange(tx, 'safeguards', id);
}
