import type { EditConflict, FieldValue, Programme, ProgrammeEdit } from '@companion/contract/staff/programme';
import { isSameValue, type MaybeValue } from '../page/fieldValue.ts';
import { lastSeen } from './lastSeen.ts';
import { fieldsAt, fieldsOf, isList, type Place, textsOf } from './programmeEdits.ts';

/** An edit that another member was faster than, and what is there now. */
export interface Conflict {
  edit: ProgrammeEdit;
  /** Of the edit, among those that were sent. */
  index: number;
  reason: EditConflict['reason'];
  current: FieldValue | null;
}

/** What becomes of one of them: this member's edit, the other's, or another value. */
export type Choice = 'mine' | 'theirs' | { value: FieldValue | null };

/** The conflicts of an answer with their edits. */
export const conflictsOf = (edits: readonly ProgrammeEdit[], conflicts: readonly EditConflict[]): Conflict[] =>
  conflicts.flatMap(({ index, reason, current }) => {
    const edit = edits[index];
    return edit ? [{ edit, index, reason, current }] : [];
  });

/** Whether both members have given the same field different values: then both texts show. */
export const isFieldConflict = (
  conflict: Conflict,
): conflict is Conflict & { edit: Extract<ProgrammeEdit, { op: 'set' }> } =>
  conflict.edit.op === 'set' && conflict.reason === 'changed';

/** Both lists of a field that is a list, such as the speakers of a session. */
export const union = (mine: MaybeValue, theirs: MaybeValue): string[] => [
  ...new Set([...textsOf(theirs), ...textsOf(mine)]),
];

/**
 * The edits to send next: those without a conflict as they were, the others as the member has chosen.
 * @param programme as it is now
 * @param choices by the place of their edit
 */
export function resolveConflicts(
  edits: readonly ProgrammeEdit[],
  conflicts: readonly Conflict[],
  choices: ReadonlyMap<number, Choice>,
  programme: Programme,
): ProgrammeEdit[] {
  const again = new Map<string, AddEdit>();
  return edits.flatMap((edit, index) => {
    const conflict = conflicts.find((one) => one.index === index);
    if (!conflict) return [edit];
    const choice = choices.get(index) ?? 'theirs';
    if (choice === 'theirs') return [];
    return conflict.reason === 'gone' ? addAgain(edit, choice, again) : resolved(conflict, choice, programme);
  });
}

type AddEdit = Extract<ProgrammeEdit, { op: 'add' }>;
type Given = Exclude<Choice, 'theirs'>;

function resolved({ edit, current }: Conflict, choice: Given, programme: Programme): ProgrammeEdit[] {
  // The server makes another id.
  if (edit.op === 'add') return [{ op: 'add', list: edit.list, fields: edit.fields }];
  if (edit.op === 'move') return [edit];
  if (edit.op === 'remove') {
    const entry = programme[edit.list].find(({ id }) => id === edit.id);
    return entry ? [{ ...edit, from: fieldsOf(entry) }] : [];
  }
  const to = choice === 'mine' ? edit.to : choice.value;
  return isSameValue(to, current) ? [] : [{ ...edit, from: current, to }];
}

/** An entry that was removed comes back once, as it was last seen here, with all edits that are kept. */
function addAgain(edit: ProgrammeEdit, choice: Given, again: Map<string, AddEdit>): ProgrammeEdit[] {
  if (edit.op === 'add') return [{ op: 'add', list: edit.list, fields: edit.fields }];
  if (edit.op === 'remove' || edit.id === null || !isList(edit.list)) return [];
  const entry = lastSeen(edit.list, edit.id);
  if (!entry) return [];
  const key = `${edit.list} ${edit.id}`;
  const known = again.get(key);
  const add = known ?? { op: 'add', list: edit.list, id: edit.id, fields: fieldsOf(entry) };
  again.set(key, add);
  if (edit.op === 'set') {
    const to = choice === 'mine' ? edit.to : choice.value;
    if (to === null) delete add.fields[edit.field];
    else add.fields[edit.field] = to;
  }
  return known ? [] : [add];
}

/** The entry or record that a conflict is about: also one that was removed, as it was last seen. */
export function conflictFields({ edit }: Conflict, programme: Programme): Record<string, MaybeValue> {
  if (edit.op === 'add') return edit.fields;
  const place: Place = { list: edit.list, id: edit.id };
  const gone = isList(edit.list) && edit.id !== null ? lastSeen(edit.list, edit.id) : undefined;
  return fieldsAt(programme, place) ?? gone ?? {};
}
