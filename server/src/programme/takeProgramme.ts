import type { Programme } from '@companion/contract/staff/programme';
import { savePack } from '../event/loadPack.ts';
import type { Pack } from '../event/readPack.ts';
import type { RevisionOrigin } from '../platform/db/programmeSchema.ts';
import { recordChange } from '../platform/recordChange.ts';
import type { Transacting } from '../platform/transact.ts';
import { diffProgrammes, isSameProgramme } from './diffProgrammes.ts';
import { lockDraft, NO_PROGRAMME, readPublished } from './draftQueries.ts';
import { keepDraftPictures, keepPublishedPictures } from './pictureReferences.ts';

/** What is published. */
export interface Taken {
  programme: Programme;
  /** Its rows, from `checkProgramme` or `readPackFolder`. */
  pack: Pack;
  origin: RevisionOrigin;
  /** The member; null for the operator. */
  staffId: string | null;
  /** If a pack was loaded: as the pack has it, and its YAML files by name. */
  loaded?: { programme: Programme; files: ReadonlyMap<string, string> };
  /** The number of the revision. Default: the next one. */
  revision?: number;
  /** What the draft is afterwards, whose plan stays then. Default: what is published, and no plan. */
  draft?: Programme;
}

/**
 * Makes a programme what is published, and by default the draft, in one transaction: the rows that attendees read, a
 * revision, and the changes that open phones and the console are told of. Call `lockDraft` first if this depends on the
 * draft.
 */
export async function takeProgramme(tx: Pick<Transacting, 'db' | 'now'>, taken: Taken): Promise<void> {
  const { programme, pack, origin, staffId, loaded } = taken;
  const draftAfter = taken.draft ?? programme;
  const { db } = tx;
  const draft = await lockDraft(db);
  const before = await readPublished(db);
  const revision = taken.revision ?? (before?.revision ?? 0) + 1;
  await keepDraftPictures(tx, draft.programme, draftAfter);
  await keepPublishedPictures(tx, programme, revision);
  const isSame = draft.version > 0 && isSameProgramme(draft.programme, draftAfter);
  await db
    .updateTable('programme_draft')
    .set({
      ...(isSame ? {} : { programme: JSON.stringify(draftAfter), version: draft.version + 1 }),
      ...(taken.draft ? {} : { publish_at: null, publish_by: null, publish_failed_at: null }),
    })
    .execute();
  if (loaded) await saveLoaded(tx, loaded);
  await db
    .insertInto('revisions')
    .values({
      revision,
      published_at: tx.now(),
      published_by: staffId,
      origin,
      changes: diffProgrammes(before?.programme ?? NO_PROGRAMME, programme).length,
      programme: JSON.stringify(programme),
    })
    .execute();
  // Last, because these announce changes.
  await savePack(db, pack);
  await recordChange(tx, 'programme', 'published');
}

/** Keeps what a pack has, to tell later what has changed in it, and what in the console. Call `lockDraft` first. */
export async function saveLoaded(
  tx: Pick<Transacting, 'db'>,
  { programme, files }: { programme: Programme; files: ReadonlyMap<string, string> },
): Promise<void> {
  await tx.db
    .updateTable('programme_draft')
    .set({ loaded: JSON.stringify(programme) })
    .execute();
  await savePackFiles(tx, files);
}

/**
 * Keeps the texts of the YAML files of the pack that was loaded last, in place of those before. Call `lockDraft` first:
 * of two callers at once, the second would not see the rows of the first, and insert them again.
 */
export async function savePackFiles(
  { db }: Pick<Transacting, 'db'>,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  await db.deleteFrom('pack_files').execute();
  const rows = [...files].map(([name, content]) => ({ name, content }));
  if (rows.length > 0) await db.insertInto('pack_files').values(rows).execute();
}
