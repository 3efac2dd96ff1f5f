import type { Programme } from '@companion/contract/staff/programme';
import { storeAsset } from '../event/assetQueries.ts';
import { savePack } from '../event/loadPack.ts';
import { describeFinding, PackError } from '../event/packFindings.ts';
import type { ReadDatabase } from '../platform/db/readDatabase.ts';
import type { Services } from '../platform/services.ts';
import { autocommit, type Transacting, transact } from '../platform/transact.ts';
import { checkProgramme } from './checkProgramme.ts';
import { isSameProgramme } from './diffProgrammes.ts';
import { type Draft, lockDraft, type PublishedRevision, readDraft, readPublished } from './draftQueries.ts';
import { EMPTY_EVENT, EMPTY_LOGO, prepareEmpty } from './emptyEvent.ts';
import { findPeopleOfOther } from './findPeopleOfOther.ts';
import { type PackFolder, readPackFolder, storePictures } from './readPackFolder.ts';
import { savePackFiles, takeProgramme } from './takeProgramme.ts';

/**
 * Sees to it that there is an event: loads EVENT_PACK where that loses nothing that was edited in the console, else makes
 * the rows of what is published again, because a day may have begun, or this version may make others.
 * @returns warnings for the operator
 * @throws PackError for a pack with problems, unless the console's programme is served in its place
 */
export async function startProgramme(services: Services): Promise<string[]> {
  const { eventPack } = services.config;
  return eventPack ? loadAtStart(services, eventPack) : startWithoutPack(services);
}

async function loadAtStart(services: Services, folder: string): Promise<string[]> {
  let given: PackFolder;
  try {
    given = await readPackFolder(folder, services.now());
  } catch (error) {
    if (!(error instanceof PackError) || !(await isEdited(services.db))) throw error;
    return [
      `${error.message}\nIt was not loaded: the event was edited in the console, and is served as it is there.`,
      ...(await refreshRows(services)),
    ];
  }
  const { pack, programme, files } = given;
  const choice = await transact(services, async (tx) => {
    const chosen = choose(await lockedState(tx), programme);
    // Comments may have changed. Under the lock: another node may start at this moment, too.
    if (chosen === 'same') await savePackFiles(tx, files);
    return chosen;
  });
  if (choice === 'same') return refreshRows(services);
  if (choice === 'keep') {
    return [
      `The event pack ${folder} was not loaded: the event was edited in the console, and is served as it is there. ` +
        'To take over what has changed in the pack, use the command "load".',
      ...(await refreshRows(services)),
    ];
  }
  // Read before the other event is loaded.
  const left = await findPeopleOfOther(services.db, pack.event.id);
  await storePictures(services, folder, programme);
  await transact(services, async (tx) => {
    // Another node may have loaded it in between.
    if (choose(await lockedState(tx), programme) !== 'load') return;
    await takeProgramme(tx, { programme, pack, origin: 'start', staffId: null, loaded: { programme, files } });
  });
  const warnings = pack.warnings.map((warning) => `event pack: ${describeFinding(warning)}`);
  if (left) {
    warnings.push(
      `People of the event before (${left.name}) are on record (${left.people}), and are now people of ${pack.event.name}: ` +
        'invitations would go to them. Use a new database for a new event (docs/operations.md, "After the event").',
    );
  }
  return warnings;
}

interface State {
  draft: Draft;
  published: PublishedRevision | undefined;
}

const lockedState = async (tx: Transacting): Promise<State> => ({
  draft: await lockDraft(tx.db),
  published: await readPublished(tx.db),
});

/** `same`: there is nothing to load; `keep`: to load it would lose what was edited in the console. */
function choose({ draft, published }: State, given: Programme): 'load' | 'same' | 'keep' {
  // What a server without an event shows, which no one has begun to edit.
  if (!published || (published.revision === 0 && isSameProgramme(draft.programme, published.programme))) return 'load';
  const { loaded } = draft;
  if (loaded && isSameProgramme(loaded, given)) return 'same';
  if (!loaded || !isSameProgramme(draft.programme, published.programme)) return 'keep';
  const isOtherEvent = ![loaded.event.id, published.programme.event.id].includes(given.event.id ?? '');
  // An edited event that another one follows can be published again, as an earlier revision.
  return isOtherEvent || isSameProgramme(published.programme, loaded) ? 'load' : 'keep';
}

/** Whether the console has changed what was loaded from a pack, or has made the event. */
export async function isEdited(db: ReadDatabase): Promise<boolean> {
  const { programme, loaded } = await readDraft(db);
  const published = await readPublished(db);
  if (!published) return false;
  const before = loaded ?? EMPTY_EVENT;
  return !isSameProgramme(programme, before) || !isSameProgramme(published.programme, before);
}

async function startWithoutPack(services: Services): Promise<string[]> {
  if (await readPublished(services.db)) return refreshRows(services);
  const earlier = await services.db.selectFrom('events').select('name').executeTakeFirst();
  if (earlier) {
    throw new Error(
      `EVENT_PACK: the database has ${earlier.name}, which an earlier version has loaded. ` +
        'Start once with its event pack, so that the console can edit it.',
    );
  }
  await autocommit(services, (db) => storeAsset(db, EMPTY_LOGO.sha256, EMPTY_LOGO, services.now()));
  const pack = await prepareEmpty(services);
  await transact(services, async (tx) => {
    if ((await lockedState(tx)).published) return;
    await takeProgramme(tx, { programme: EMPTY_EVENT, pack, origin: 'start', staffId: null, revision: 0 });
  });
  return [];
}

/** Makes the rows of what is published again. @returns warnings for the operator */
export async function refreshRows(services: Services): Promise<string[]> {
  const { db, now } = services;
  const published = await readPublished(db);
  if (!published) return [];
  const { pack, problems } = await checkProgramme(db, published.programme, now());
  if (!pack) {
    const found = problems.map(({ list, id, text }) => `  ${list}${id ? ` (${id})` : ''}: ${text}`);
    return [`The published programme has problems, so its rows stay as they are:\n${found.join('\n')}`];
  }
  await transact(services, async (tx) => {
    await lockDraft(tx.db);
    // Else another node has just published, and made the rows.
    if ((await readPublished(tx.db))?.revision === published.revision) await savePack(tx.db, pack);
  });
  return [];
}
