import type { OpenDatabase } from '@companion/server/platform/openDatabase';

/** Opens the polls of an event that was just loaded, which are drafts until a host opens them. */
export async function openPolls(db: OpenDatabase['db']): Promise<void> {
  await db.deleteFrom('polls').where('state', '=', 'draft').where('version', '=', 0).execute();
}
