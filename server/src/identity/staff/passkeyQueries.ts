import type { Kysely, Selectable } from 'kysely';
import type { ReadDatabase } from '../../platform/db/readDatabase.ts';
import type { Database } from '../../platform/db/schema.ts';

export type PasskeyRow = Selectable<Database['staff_passkeys']>;

export function listPasskeys(db: ReadDatabase, staffId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('staff_passkeys')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: ReadDatabase, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('staff_passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Removes a passkey, if it is this member's. @returns whether it was */
export async function removePasskey(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('staff_passkeys')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function removeAllPasskeys(db: Kysely<Database>, staffId: string): Promise<void> {
  await db.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).execute();
}
