import type { StaffRole } from '@companion/contract/defineCall';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockManyAccounts } from '../accounts/lockManyAccounts.ts';
import { lockMember } from './memberQueries.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { clearSecondFactor } from './secondFactors.ts';
import { endAllStaffSessions } from './staffSessions.ts';
import { settleStageScreensOf } from './stageScreenQueries.ts';

/**
 * Gives a member a role. Their sessions and the invitations that they sent end at once.
 * @throws DomainError `notFound`, or `conflict` for the last owner
 */
export async function changeRole(tx: Transacting, id: string, role: StaffRole): Promise<StaffRow> {
  const member = await lockForChange(tx, id);
  if (member.role === role) return member;
  if (member.role === 'owner') await keepAnOwner(tx, id);
  await endAccess(tx, id);
  return tx.db
    .updateTable('staff')
    .set({ role, updated_at: tx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Removes a member: their sessions, ways to sign in and the invitations that they sent end at once.
 * @param stageScreens what becomes of the stage screens that they made: their keys end, or `handTo` has them from now on; by
 * default they stay as they are
 * @returns the ids of these stage screens
 * @throws DomainError `notFound`, or `conflict` for the last owner
 */
export async function removeMember(
  tx: Transacting,
  id: string,
  stageScreens: { revokes?: boolean; handTo?: string } = {},
): Promise<string[]> {
  const { db, now } = tx;
  const member = await lockForChange(tx, id);
  if (member.role === 'owner') await keepAnOwner(tx, id);
  await endAccess(tx, id);
  await removeAllPasskeys(db, id);
  await clearSecondFactor(db, id);
  await db
    .updateTable('staff')
    .set({ email_key: null, password_hash: '', removed_at: now() })
    .where('id', '=', id)
    .execute();
  return settleStageScreensOf(db, id, stageScreens);
}

async function lockForChange({ db }: Transacting, id: string): Promise<StaffRow> {
  // Two owners who remove each other must not both succeed.
  await lockManyAccounts(db);
  return (await lockMember(db, id)) ?? reject('notFound', 'This person is not a member of the staff.');
}

async function keepAnOwner({ db }: Transacting, id: string): Promise<void> {
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) reject('conflict', 'This is the last owner. Make someone else an owner first.');
}

async function endAccess({ db }: Transacting, id: string): Promise<void> {
  await endAllStaffSessions(db, id);
  await db.deleteFrom('staff_invitations').where('invited_by', '=', id).execute();
}
