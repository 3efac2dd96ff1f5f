import type { Programme, ProgrammeChange } from '@companion/contract/staff/programme';
import { countText } from '../page/countText.ts';
import { pictureName } from './programmeNames.ts';

/** What changed of one entry, or of a record. */
export interface ChangedEntry {
  id: string | null;
  /** Its title, name or question; empty for a record. */
  label: string;
  /** What became of it as a whole; one that was moved and has other texts is changed. */
  kind: ProgrammeChange['kind'];
  /** In the order of the answer. */
  changes: ProgrammeChange[];
}

export interface ChangedList {
  list: string;
  entries: ChangedEntry[];
}

/** The order in which a member reads them. Lists that this version does not know come last. */
const ORDER = ['event', 'texts', 'agenda', 'speakers', 'sponsors', 'campaigns', 'questions', 'pictures'];
const KINDS = ['added', 'changed', 'moved', 'removed'] as const;

/**
 * Puts the changes of an entry together, and the entries of a list.
 * @param programme names whose the pictures are
 */
export function groupChanges(changes: readonly ProgrammeChange[], programme: Programme): ChangedList[] {
  const placeOf = (list: string) => (ORDER.includes(list) ? ORDER.indexOf(list) : ORDER.length);
  return [...Map.groupBy(changes, ({ list }) => list)]
    .map(([list, ofList]) => ({
      list,
      entries:
        list === 'pictures'
          ? ofList.map((change) => pictureOf(change, programme))
          : [...Map.groupBy(ofList, ({ id }) => id).values()].map(entryOf),
    }))
    .toSorted((one, other) => placeOf(one.list) - placeOf(other.list));
}

function entryOf(changes: ProgrammeChange[]): ChangedEntry {
  const kinds = new Set(changes.map(({ kind }) => kind));
  const kind = (['added', 'removed', 'changed', 'moved'] as const).find((one) => kinds.has(one)) ?? 'changed';
  return { id: changes[0]?.id ?? null, label: changes[0]?.label ?? '', kind, changes };
}

/** Of the record of pictures each field is an entry. */
function pictureOf(change: ProgrammeChange, programme: Programme): ChangedEntry {
  const file = change.field ?? '';
  const kind = change.from === null ? 'added' : change.to === null ? 'removed' : 'changed';
  return { id: file, label: pictureName(programme, file), kind, changes: [{ ...change, field: 'picture' }] };
}

/** How many entries were added, changed, moved and removed: "1 added, 3 changed". */
export function kindsText(entries: readonly ChangedEntry[]): string {
  const parts = KINDS.flatMap((kind) => {
    const count = entries.filter((entry) => entry.kind === kind).length;
    return count > 0 ? [`${count} ${kind}`] : [];
  });
  return parts.join(', ');
}

/** How many changes there are, in words. */
export const changesText = (count: number): string => (count === 0 ? 'No changes' : countText(count, 'change'));
