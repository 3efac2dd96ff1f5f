import { savePack } from '../event/loadPack.ts';
import type { Pack } from '../event/readPack.ts';
import { InputError } from '../platform/inputError.ts';
import type { Services } from '../platform/services.ts';
import { type Transacting, transact } from '../platform/transact.ts';
import { checkProgramme } from './checkProgramme.ts';
import { isSameProgramme } from './diffProgrammes.ts';
import { lockDraft, readDraft, readPublished } from './draftQueries.ts';
import { type MergedPack, mergePack } from './mergePack.ts';
import type { MergeConflict, Side } from './mergeProgrammes.ts';
import { type PackFolder, storePictures } from './readPackFolder.ts';
import { saveLoaded, takeProgramme } from './takeProgramme.ts';

/** Thrown where the pack and the console have changed the same. Nothing was written. */
export class PackConflict extends InputError {
  readonly conflicts: MergeConflict[];

  constructor(conflicts: MergeConflict[]) {
    super('The pack and the console have changed the same.');
    this.conflicts = conflicts;
  }
}

/**
 * Loads a pack: merges what has changed in it since it was loaded last into what is published, and into the draft.
 * @param confirm throws unless the operator confirms what attendees will see
 * @returns what attendees see
 * @throws PackConflict
 * @throws InputError if what comes of it has problems
 */
export async function loadPackFolder(
  services: Services,
  folder: string,
  given: PackFolder,
  { prefer, confirm }: { prefer: Side | undefined; confirm(pack: Pack): Promise<void> },
): Promise<Pack> {
  for (;;) {
    const before = await readState(services.db);
    const merged = merge(before, given, prefer);
    if (merged.conflicts.length > 0) throw new PackConflict(merged.conflicts);
    await storePictures(services, folder, given.programme);
    const pack = await packOf(services, merged, given);
    await confirm(pack);
    const isLoaded = await transact(services, async (tx) => {
      await lockDraft(tx.db);
      const now = await readState(tx.db);
      if (now.version !== before.version || now.revision !== before.revision) return false;
      await take(tx, { before, merged, pack, given });
      return true;
    });
    // Else someone has edited or published in between.
    if (isLoaded) return pack;
  }
}

async function readState(db: Services['db']) {
  const { programme, version, loaded } = await readDraft(db);
  const published = await readPublished(db);
  return { version, loaded, draft: programme, revision: published?.revision, published: published?.programme };
}

type State = Awaited<ReturnType<typeof readState>>;

function merge({ published, ...stored }: State, { programme }: PackFolder, prefer: Side | undefined): MergedPack {
  // Nothing was ever loaded.
  if (!published) return { published: programme, draft: programme, conflicts: [] };
  return mergePack({ ...stored, published }, programme, prefer);
}

async function packOf({ db, now }: Services, { published }: MergedPack, given: PackFolder): Promise<Pack> {
  if (isSameProgramme(published, given.programme)) return given.pack;
  const { pack, problems } = await checkProgramme(db, published, now());
  if (pack) return pack;
  throw new InputError(
    [
      'What the pack and the console have changed does not fit together, so nothing was written. Problems:',
      ...problems.map(({ list, id, text }) => `  ${list}${id ? ` (${id})` : ''}: ${text}`),
    ].join('\n'),
  );
}

async function take(
  tx: Transacting,
  { before, merged, pack, given }: { before: State; merged: MergedPack; pack: Pack; given: PackFolder },
): Promise<void> {
  const { published, draft } = merged;
  if (before.published && isSameProgramme(before.published, published)) {
    await saveLoaded(tx, given);
    // A day may have begun since.
    await savePack(tx.db, pack);
    return;
  }
  await takeProgramme(tx, {
    ...{ programme: published, pack, origin: 'load', staffId: null, loaded: given },
    ...(!isSameProgramme(published, draft) && { draft }),
  });
}
