import type { Programme } from '@companion/contract/staff/programme';
import { changePack } from '../event/changePack.ts';
import { readPackFile } from '../event/packFolder.ts';
import { InputError } from '../platform/inputError.ts';
import type { Services } from '../platform/services.ts';
import { transact } from '../platform/transact.ts';
import { asPackHasIt } from './asPackHasIt.ts';
import { withoutCampaign } from './checkProgramme.ts';
import { isSameProgramme } from './diffProgrammes.ts';
import { lockDraft, readDraft, readPublished } from './draftQueries.ts';
import { exportedFiles } from './exportedFiles.ts';
import { mergeProgrammes } from './mergeProgrammes.ts';
import { YAML_FILES } from './packProgramme.ts';
import { readPackFolder } from './readPackFolder.ts';
import { saveLoaded } from './takeProgramme.ts';

/**
 * Writes the programme into the folder of a pack: into its own texts, or, where there is no pack, into those of the pack
 * that was loaded last. What the programme does not change stays as it is, and so do files that are not of the pack.
 * @param isDraft the draft in place of what is published
 * @returns the names of the changed files
 * @throws InputError if the folder's pack has something that was never loaded; nothing is written then
 */
export async function exportPack(services: Services, folder: string, isDraft: boolean): Promise<string[]> {
  const { db, now } = services;
  const { loaded, programme: draft } = await readDraft(db);
  const published = await readPublished(db);
  if (!published) throw new InputError('There is no event yet. Load a pack, or make the event in the console.');
  const programme = asPackHasIt(isDraft ? draft : published.programme);
  rejectHomeless(programme);

  const isPack = (await readPackFile(folder, YAML_FILES.event)) !== undefined;
  const before = isPack ? await readPackFolder(folder, now()) : undefined;
  if (before && !(await isKnown(services, before.programme, { loaded, programme }))) {
    throw new InputError(
      `${folder} has changes that were not loaded, so nothing was written. Load it first, or name another folder.`,
    );
  }
  const { changed } = await changePack(folder, { now: now(), action: 'export', dryRun: false }, () =>
    exportedFiles(services, { folder, before, loaded, programme }),
  );
  // A copy for another purpose leaves open which pack is kept beside the console.
  const isKept = !loaded || (before && isSameProgramme(before.programme, loaded));
  if (!isDraft && isKept) await saveExported(services, folder, loaded);
  return changed;
}

/** A pack has questions below their campaigns. */
function rejectHomeless(programme: Programme): void {
  const found = withoutCampaign(programme);
  if (found.length === 0) return;
  const lines = found.map(({ id, text }) => `  questions (${id}): ${text}`);
  throw new InputError(['The draft cannot be exported, so nothing was written. Problems:', ...lines].join('\n'));
}

/** Whether the server has everything that a pack has, so that nothing is lost when the pack is written anew. */
async function isKnown(
  { db }: Pick<Services, 'db'>,
  pack: Programme,
  { loaded, programme }: { loaded: Programme | null; programme: Programme },
): Promise<boolean> {
  if (loaded && isSameProgramme(pack, loaded)) return true;
  if (loaded) {
    // An export that was interrupted has written a part of the files.
    const { programme: merged, conflicts } = mergeProgrammes({ base: loaded, pack, console: programme });
    if (conflicts.length === 0 && isSameProgramme(asPackHasIt(merged), programme)) return true;
  }
  const revisions = await db.selectFrom('revisions').select('programme').orderBy('revision', 'desc').execute();
  return [programme, ...revisions.map((row) => asPackHasIt(JSON.parse(row.programme) as Programme))].some((known) =>
    isSameProgramme(pack, known),
  );
}

/** From now on the pack and the console have the same: what changes in either of them is told from this. */
async function saveExported(services: Services, folder: string, loaded: Programme | null): Promise<void> {
  const written = await readPackFolder(folder, services.now());
  await transact(services, async (tx) => {
    const draft = await lockDraft(tx.db);
    const isLoaded = draft.loaded === loaded || (draft.loaded && loaded && isSameProgramme(draft.loaded, loaded));
    // Else another pack was loaded in between.
    if (isLoaded) await saveLoaded(tx, written);
  });
}
