import type { Programme } from '@companion/contract/staff/programme';
import { InputError } from '../platform/inputError.ts';
import { asPackHasIt } from './asPackHasIt.ts';
import { diffProgrammes, isSameProgramme } from './diffProgrammes.ts';
import { NO_PROGRAMME } from './draftQueries.ts';
import { type MergeConflict, mergeProgrammes, type Side } from './mergeProgrammes.ts';

/** What the database has of the programme. */
export interface StoredProgrammes {
  /** As a pack had it when it was loaded last, or exported into its folder. */
  loaded: Programme | null;
  published: Programme;
  draft: Programme;
}

export interface MergedPack {
  published: Programme;
  /** With what the console has not published yet. */
  draft: Programme;
  conflicts: MergeConflict[];
}

/**
 * Merges what has changed in a pack into what is published and into the draft. A pack of another event takes the place of
 * the event, because they have nothing in common.
 * @throws InputError if that would lose edits that are not published
 */
export function mergePack(stored: StoredProgrammes, given: Programme, prefer: Side | undefined): MergedPack {
  const { loaded, published, draft } = stored;
  if (![loaded?.event.id, published.event.id].includes(given.event.id)) {
    const changes = diffProgrammes(published, draft).length;
    if (changes > 0 && prefer !== 'pack') {
      throw new InputError(
        `The pack is of another event, and the draft in the console has changes that are not published (${changes}). ` +
          'Nothing was written. Publish or discard them first, or give them up with --prefer pack.',
      );
    }
    return { published: given, draft: given, conflicts: [] };
  }
  const [base, now, unpublished] = [asPackHasIt(loaded ?? NO_PROGRAMME), asPackHasIt(published), asPackHasIt(draft)];
  const merged = mergeProgrammes({ base, pack: given, console: now }, prefer);
  const next = mergeProgrammes({ base: now, pack: merged.programme, console: unpublished }, prefer);
  const changed = (before: Programme, after: Programme) =>
    isSameProgramme(asPackHasIt(before), asPackHasIt(after)) ? before : asPackHasIt(after);
  return {
    published: changed(published, merged.programme),
    draft: changed(draft, next.programme),
    conflicts: [...merged.conflicts, ...next.conflicts],
  };
}
