import { reject } from '../../platform/domainError.ts';
import type { Transacting } from '../../platform/transact.ts';
import { lockManyAccounts } from '../accounts/lockManyAccounts.ts';
import { lockMember } from './memberQueries.ts';
import { endAllStaffSessions } from './staffSessions.ts';

/**
 * Removes a member: their sessions, passkeys and the invitations that they sent end at once.
 * @throws DomainError `notFound`, or `conflict` for the last owner
 */
export async function removeMember({ db, now }: Transacting, id: string): Promise<void> {
  // Two owners who remove each other must not both succeed.
  await lockManyAccounts(db);
  const member = (await lockMember(db, id)) ?? reject('notFound', 'This person is not a member of the staff.');
  if (member.role === 'owner') await keepAnOwner({ db }, id);
  await db.updateTable('staff').set({ email_key: null, removed_at: now() }).where('id', '=', id).execute();
  await endAllStaffSessions(db, id);
  await db.deleteFrom('staff_passkeys').where('staff_id', '=', id).execute();
  await db.deleteFrom('staff_invitations').where('invited_by', '=', id).execute();
}

/**
 * Call it with {@link lockManyAccounts}.
 * @throws DomainError `conflict` if no other owner would remain
 */
async function keepAnOwner({ db }: Pick<Transacting, 'db'>, id: string): Promise<void> {
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'owner')
    .where('removed_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (!other) reject('conflict', 'This is the last owner. Make someone else an owner first.');
}
