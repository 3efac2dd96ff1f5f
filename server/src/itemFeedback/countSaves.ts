import { COUNTED_STANDINGS } from '../platform/db/participationSchema.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';

/** How many accounts have saved a session, and how many of them are confirmed (decision 056). */
export interface Saves {
  saves: number;
  confirmedSaves: number;
}

/** The saves of each session that has any. */
export async function countSaves(db: ReadDatabase): Promise<Map<string, Saves>> {
  const rows = await db
    .selectFrom('saved_sessions')
    .select(['content_id', 'standing', (by) => by.fn.countAll<number>().as('count')])
    .where('saved', '=', 1)
    .where('standing', 'in', COUNTED_STANDINGS)
    .groupBy(['content_id', 'standing'])
    .execute();
  const counts = new Map<string, Saves>();
  for (const { content_id, standing, count } of rows) {
    const { saves, confirmedSaves } = counts.get(content_id) ?? { saves: 0, confirmedSaves: 0 };
    const confirmed = standing === 'confirmed' ? count : 0;
    counts.set(content_id, { saves: saves + count, confirmedSaves: confirmedSaves + confirmed });
  }
  return counts;
}
