import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** What a restored backup has of the staff. */
export interface RestoredAccess {
  members: number;
  /** Their keys go on. */
  stageScreens: number;
  endedSessions: number;
  endedInvitations: number;
}

/**
 * Ends what a backup brings back of the staff's access: sessions, invitations and links for lost passwords may have been
 * ended, accepted or used since. Invitations stay in the list, where they can be sent again.
 */
export async function endRestoredAccess(db: Kysely<Database>, now: number): Promise<RestoredAccess> {
  const sessions = await db.deleteFrom('staff_sessions').executeTakeFirstOrThrow();
  await db.deleteFrom('staff_password_resets').execute();
  await db.deleteFrom('stage_pairings').execute();
  const invitations = await db
    .updateTable('staff_invitations')
    .set({ expires_at: now })
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const members = await db.selectFrom('staff').select('id').where('removed_at', 'is', null).execute();
  const stageScreens = await db.selectFrom('stage_screens').select('id').execute();
  return {
    members: members.length,
    stageScreens: stageScreens.length,
    endedSessions: Number(sessions.numDeletedRows),
    endedInvitations: Number(invitations.numUpdatedRows),
  };
}
