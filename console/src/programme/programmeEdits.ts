import {
  type FieldValue,
  PROGRAMME_LISTS,
  type Programme,
  type ProgrammeEdit,
  type ProgrammeEntry,
  type ProgrammeList,
  type ProgrammeRecord,
} from '@companion/contract/staff/programme';
import { isSameValue, type MaybeValue, orNull } from '../page/fieldValue.ts';

/** Where fields are: an entry of a list, or a record, which has no id. */
export interface Place {
  list: ProgrammeList | ProgrammeRecord;
  id: string | null;
}

type Fields = Record<string, FieldValue>;
export const isList = (list: string): list is ProgrammeList => PROGRAMME_LISTS.some((name) => name === list);

/** A value that is one text. */
export const textOf = (value: MaybeValue): string => (typeof value === 'string' ? value : (value?.join('\n') ?? ''));

/** A value that is a list of texts. */
export const textsOf = (value: MaybeValue): string[] => (typeof value === 'string' ? [value] : (value ?? []));

/** What a field for a date can show of a day: nothing of one that is always today. */
export const dateOf = (day: string): string => (/^\d{4}-\d\d-\d\d$/.test(day) ? day : '');

/** The fields at a place; undefined if there is no such entry. */
export function fieldsAt(programme: Programme, { list, id }: Place): Fields | undefined {
  if (!isList(list)) return programme[list];
  return programme[list].find((entry) => entry.id === id);
}

/** An entry without its id. */
export function fieldsOf({ id: _, ...fields }: ProgrammeEntry): Fields {
  return fields;
}

/** The edits that give these fields these values. Only those that differ are set. */
export const setEdits = (place: Place, before: Fields, after: Record<string, MaybeValue>): ProgrammeEdit[] =>
  Object.entries(after)
    .filter(([field, value]) => !isSameValue(before[field], value))
    .map(([field, value]) => ({ op: 'set', ...place, field, from: orNull(before[field]), to: orNull(value) }));

/** The edit that removes an entry as it is. */
export const removeEdit = (list: ProgrammeList, entry: ProgrammeEntry): ProgrammeEdit => ({
  op: 'remove',
  list,
  id: entry.id,
  from: fieldsOf(entry),
});

/**
 * The programme after edits that the server has made: they show before it is read again.
 * @param added the ids of the entries that they add, in their order
 */
export function applyEdits(programme: Programme, edits: readonly ProgrammeEdit[], added: readonly string[]): Programme {
  const changed = structuredClone(programme);
  const ids = [...added];
  for (const edit of edits) {
    if (edit.op === 'set') setField(fieldsAt(changed, edit), edit.field, edit.to);
    else if (edit.op === 'add') {
      const id = ids.shift() ?? edit.id;
      if (id) place(changed[edit.list], { ...edit.fields, id }, edit.after);
    } else {
      const list = changed[edit.list];
      const [entry] = list.splice(indexOf(list, edit.id), 1);
      if (edit.op === 'move' && entry) place(list, entry, edit.after);
    }
  }
  return changed;
}

function setField(fields: Fields | undefined, field: string, value: FieldValue | null): void {
  if (!fields) return;
  if (value === null) delete fields[field];
  else fields[field] = value;
}

/** Puts an entry behind another one; first for null, last without one. */
function place(list: ProgrammeEntry[], entry: ProgrammeEntry, after: string | null | undefined): void {
  const index = after === null ? 0 : indexOf(list, after) + 1;
  list.splice(index, 0, entry);
}

/** Of an entry that is missing: behind the last one. */
function indexOf(list: ProgrammeEntry[], id: string | undefined): number {
  const index = list.findIndex((entry) => entry.id === id);
  return index < 0 ? list.length : index;
}
