import type { StaffRole } from '@companion/contract/defineCall';
import { lockManyAccounts } from '../../platform/db/lockManyAccounts.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockMember } from './memberQueries.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { clearSecondFactor } from './secondFactors.ts';
import { endAllStaffSessions } from './staffSessions.ts';
import { auditedScreen } from './stageScreenQueries.ts';

/** What gives access without its maker, and could go on when that member leaves. */
const LEFT_BEHIND = { stageScreen: 'stage_screens', summaryLink: 'summary_links' } as const;
export type LeftBehind = keyof typeof LEFT_BEHIND;

interface Made {
  id: string;
  name: string;
}

/** Which of it ends; `handTo` has the rest from now on, which by default stays as it is. */
interface Settlement {
  revokes: readonly LeftBehind[];
  handTo?: string;
}

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
 * @returns the stage screens and links for speakers that they made
 * @throws DomainError `notFound`, or `conflict` for the last owner
 */
export async function removeMember(
  tx: Transacting,
  id: string,
  settlement: Settlement = { revokes: [] },
): Promise<Record<LeftBehind, Made[]>> {
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
  return {
    stageScreen: await settle(tx, 'stageScreen', id, settlement),
    summaryLink: await settle(tx, 'summaryLink', id, settlement),
  };
}

/** @returns what the member has made */
async function settle(
  { db }: Transacting,
  what: LeftBehind,
  staffId: string,
  { revokes, handTo }: Settlement,
): Promise<Made[]> {
  const table = LEFT_BEHIND[what];
  const made = await db.selectFrom(table).select(['id', 'name']).where('created_by', '=', staffId).execute();
  if (revokes.includes(what)) await db.deleteFrom(table).where('created_by', '=', staffId).execute();
  else if (handTo !== undefined) {
    await db.updateTable(table).set({ created_by: handTo }).where('created_by', '=', staffId).execute();
  }
  return made;
}

/** What the audit log keeps of what a member has left behind. The name of a link is that of a person. */
export const auditedLeft = (entity: LeftBehind, made: Made[]) =>
  made.map(({ id, name }) => (entity === 'stageScreen' ? auditedScreen({ id, name }) : { entity, entityId: id }));

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
