import { MEMBERS_PER_PAGE } from '@companion/contract/staff/staffMembers';
import type { StaffMember } from '@companion/contract/staff/staffSession';
import type { Kysely } from 'kysely';
import { containsText } from '../../platform/db/containsText.ts';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import { readPage } from '../../platform/db/readPage.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { StaffRow } from '../../platform/db/staffSchema.ts';
import { emailKey } from '../accounts/accountQueries.ts';

export function findMemberByEmail(db: ReadDatabase, email: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst();
}

export function findMember(db: ReadDatabase, id: string): Promise<StaffRow | undefined> {
  return db.selectFrom('staff').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
}

export const hasMembers = async (db: ReadDatabase): Promise<boolean> =>
  (await db.selectFrom('staff').select('id').where('removed_at', 'is', null).executeTakeFirst()) !== undefined;

/** Every member, by e-mail. */
export const listMembers = (db: ReadDatabase) => members(db).orderBy('email_key').execute();

/** A page of the members with this part of a name or e-mail, from 1, by e-mail; and how many there are. */
export async function findMembers(
  db: ReadDatabase,
  { search = '', page }: { search?: string | undefined; page: number },
) {
  const found = members(db)
    .$if(search !== '', (rows) =>
      rows.where(({ or }) => or([containsText('staff.name', search), containsText('staff.email', search)])),
    )
    .orderBy('email_key');
  return readPage(found, { page, size: MEMBERS_PER_PAGE });
}

/** The members, with the last use of any session, and how many passkeys and stage screens they have. */
const members = (db: ReadDatabase) =>
  db
    .selectFrom('staff')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('staff_sessions')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.max('last_used_at').as('last_used_at'))
        .as('last_used_at'),
      selectFrom('staff_passkeys')
        .whereRef('staff_id', '=', 'staff.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('passkeys'),
      selectFrom('stage_screens')
        .whereRef('created_by', '=', 'staff.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('stageScreens'),
    ])
    .where('removed_at', 'is', null);

/** The links for speakers that these members have made and that still work, by their names, with what each shows. */
export function summaryLinksOf(db: ReadDatabase, staffIds: string[], now: number) {
  return db
    .selectFrom('summary_links')
    .innerJoin('content', 'content.id', 'content_id')
    .select(['summary_links.id', 'summary_links.name', 'created_by', 'title'])
    .where('created_by', 'in', staffIds)
    .where('expires_at', '>', now)
    .orderBy('summary_links.name')
    .orderBy('summary_links.id')
    .execute();
}

/** Whether a stolen password is not enough. */
export const hasMoreThanPassword = ({
  totp_enabled_at,
  passkeys,
}: Pick<StaffRow, 'totp_enabled_at'> & { passkeys: number | null }): boolean =>
  totp_enabled_at !== null || (passkeys ?? 0) > 0;

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
