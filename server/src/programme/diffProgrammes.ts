import {
  PROGRAMME_LISTS,
  PROGRAMME_RECORDS,
  type Programme,
  type ProgrammeChange,
  type ProgrammeEdit,
  type ProgrammeEntry,
  type ProgrammeList,
} from '@companion/contract/staff/programme';
import { isSameValue, LABELS, orNull } from './programmeFields.ts';

/** What differs from one programme to another, in the order of the screens. */
export function diffProgrammes(before: Programme, after: Programme): ProgrammeChange[] {
  const changes: ProgrammeChange[] = PROGRAMME_RECORDS.flatMap((list) =>
    changedFields(before[list], after[list]).map((changed) => ({
      ...{ list, id: null, label: '', kind: 'changed' as const },
      ...changed,
    })),
  );
  for (const list of PROGRAMME_LISTS) changes.push(...diffLists(list, before[list], after[list]));
  return changes;
}

export const isSameProgramme = (one: Programme, other: Programme): boolean => diffProgrammes(one, other).length === 0;

function diffLists(list: ProgrammeList, before: ProgrammeEntry[], after: ProgrammeEntry[]): ProgrammeChange[] {
  const [old, now] = [byId(before), byId(after)];
  const stays = keptInOrder(before, after);
  const whole = (entry: ProgrammeEntry, kind: ProgrammeChange['kind']) => ({
    ...{ list, id: entry.id, label: String(entry[LABELS[list]] ?? ''), kind },
    ...{ field: null, from: null, to: null },
  });
  return [
    ...after.flatMap((entry) => {
      const was = old.get(entry.id);
      if (!was) return [whole(entry, 'added')];
      return [
        ...(stays.has(entry.id) ? [] : [whole(entry, 'moved')]),
        ...changedFields(was, entry).map((changed) => ({ ...whole(entry, 'changed'), ...changed })),
      ];
    }),
    ...before.filter(({ id }) => !now.has(id)).map((entry) => whole(entry, 'removed')),
  ];
}

/** The edits that make of one programme another. */
export function editsBetween(before: Programme, after: Programme): ProgrammeEdit[] {
  const edits: ProgrammeEdit[] = [];
  // First, because an id may be in another list then.
  for (const list of PROGRAMME_LISTS) {
    const now = byId(after[list]);
    for (const { id, ...from } of before[list]) if (!now.has(id)) edits.push({ op: 'remove', list, id, from });
  }
  for (const list of PROGRAMME_RECORDS) {
    for (const changed of changedFields(before[list], after[list]))
      edits.push({ op: 'set', list, id: null, ...changed });
  }
  for (const list of PROGRAMME_LISTS) {
    const old = byId(before[list]);
    const stays = keptInOrder(before[list], after[list]);
    for (const [index, entry] of after[list].entries()) {
      const { id, ...fields } = entry;
      const previous = after[list][index - 1]?.id ?? null;
      const was = old.get(id);
      if (!was) edits.push({ op: 'add', list, id, fields, after: previous });
      else if (!stays.has(id)) edits.push({ op: 'move', list, id, after: previous });
      for (const changed of was ? changedFields(was, entry) : []) edits.push({ op: 'set', list, id, ...changed });
    }
  }
  return edits;
}

type Fields = Programme['event'];

function changedFields(before: Fields, after: Fields) {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return names
    .filter((field) => !isSameValue(before[field], after[field]))
    .map((field) => ({ field, from: orNull(before[field]), to: orNull(after[field]) }));
}

const byId = (entries: ProgrammeEntry[]) => new Map(entries.map((entry) => [entry.id, entry]));

/** The most entries of both lists that are in the same order in both: only the others were moved. */
function keptInOrder(before: ProgrammeEntry[], after: ProgrammeEntry[]): Set<string> {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const common = after.flatMap(({ id }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ id, place }];
  });
  // The longest rising subsequence: of each length, the one that ends lowest, and what comes before each entry.
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [index, { place }] of common.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((common[ends[middle] ?? 0]?.place ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const kept = new Set<string>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) kept.add(common[index]?.id ?? '');
  return kept;
}
