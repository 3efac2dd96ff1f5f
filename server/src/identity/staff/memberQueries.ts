import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { Kysely } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { emailKey } from '../accounts/accountQueries.ts';

export function findMemberByEmail(db: ReadDatabase, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

export function findMember(db: ReadDatabase, id: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
}

/** Every member, by e-mail, with the last use of any session. */
export function listMembers(db: ReadDatabase) {
  return db
    .selectFrom('staff')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('staff_sessions')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.max('last_used_at').as('last_used_at'))
        .as('last_used_at'),
    )
    .where('removed_at', 'is', null)
    .orderBy('email_key')
    .execute();
}

/** Reads a member who is not removed, and locks the row until the transaction ends. */
export function lockMember(db: Kysely<Database>, id: string): Promise<StaffRow | undefined> {
  return db
    .updateTable('staff')
    .set((column) => ({ updated_at: column.ref('updated_at') }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export const toStaffMember = ({ id, email, name, role }: StaffRow): StaffMember => ({ id, email, name, role });
