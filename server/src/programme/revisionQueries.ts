import type { ProgrammeChange, Revision } from '@companion/contract/staff/programme';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import { isoTime } from '../platform/time.ts';
import { diffProgrammes } from './diffProgrammes.ts';
import { findRevision, NO_PROGRAMME, readDraft, readPublished } from './draftQueries.ts';
import { knownRevision } from './publish.ts';

/** Everything that was published, the newest first. */
export async function listRevisions(db: ReadDatabase): Promise<Revision[]> {
  const rows = await db
    .selectFrom('revisions')
    .leftJoin('staff', 'staff.id', 'published_by')
    .select(['revision', 'published_at', 'origin', 'changes', 'staff.name', 'staff.removed_at'])
    .where('revision', '>', 0)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map(({ revision, published_at, origin, changes, name, removed_at }) => ({
    ...{ revision, origin, changes },
    publishedAt: isoTime(published_at),
    by: removed_at === null ? name : null,
  }));
}

/** What publishing the draft would change. */
export async function draftChanges(db: ReadDatabase): Promise<ProgrammeChange[]> {
  const { programme } = await readDraft(db);
  return diffProgrammes((await readPublished(db))?.programme ?? NO_PROGRAMME, programme);
}

/** What a revision has changed, and what rolling back to it would change. */
export async function revisionChanges(
  db: ReadDatabase,
  number: number,
): Promise<{ made: ProgrammeChange[]; rollback: ProgrammeChange[] }> {
  const { programme } = await knownRevision({ db }, number);
  const before = await findRevision(db, number - 1);
  const published = await readPublished(db);
  return {
    made: diffProgrammes(before?.programme ?? NO_PROGRAMME, programme),
    rollback: diffProgrammes(published?.programme ?? NO_PROGRAMME, programme),
  };
}
