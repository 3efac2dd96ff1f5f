import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type {
  EditConflict,
  FieldValue,
  Programme,
  ProgrammeEdit,
  ProgrammeEntry,
  ProgrammeList,
} from '@companion/contract/staff/programme';
import { CONTENT_CAMPAIGNS } from '../event/packContent.ts';
import { rejectFields } from '../platform/domainError.ts';
import { isLikeImported, slugOf } from '../schedule/packId.ts';
import { IMPORTED_POLLS } from '../schedule/tableKinds.ts';
import { fieldError, isSameValue, LABELS, orNull } from './programmeFields.ts';

/** The ids that were ever used, outside the programme itself. */
export interface UsedIds {
  /** In which list an entry that was published is; other entries than those of this list cannot have its id. */
  published: ReadonlyMap<string, ProgrammeList>;
  removed: ReadonlySet<string>;
}

export const NO_IDS: UsedIds = { published: new Map(), removed: new Set() };

/** What has come of the edits. With conflicts, nothing was changed. */
export interface AppliedEdits {
  programme: Programme;
  conflicts: EditConflict[];
  added: string[];
  /** Edits that take these back, in the order in which they are to be made. */
  undo: ProgrammeEdit[];
  removed: string[];
}

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;
/** Leaves room for a number. */
const SLUG_MAX = 58;

/**
 * Makes the edits one after the other, or none of them.
 * @throws DomainError `invalid` for what no draft can have
 */
export function applyEdits(before: Programme, edits: readonly ProgrammeEdit[], used: UsedIds): AppliedEdits {
  const programme = structuredClone(before);
  const ids = new Set(LISTS.flatMap((list) => programme[list].map(({ id }) => id)));
  const done: AppliedEdits = { programme, conflicts: [], added: [], undo: [], removed: [] };
  const conflict = (index: number, reason: EditConflict['reason'], current: FieldValue | null = null) =>
    void done.conflicts.push({ index, reason, current });

  for (const [index, edit] of edits.entries()) {
    if (edit.op === 'set') set(done, edit, (...found) => conflict(index, ...found));
    else if (edit.op === 'add') add(done, edit, { ids, used }, (...found) => conflict(index, ...found));
    else if (edit.op === 'remove') remove(done, edit, ids, (...found) => conflict(index, ...found));
    else move(done, edit, (...found) => conflict(index, ...found));
  }
  done.undo.reverse();
  return done.conflicts.length > 0 ? { ...done, programme: before, added: [], undo: [], removed: [] } : done;
}

const LISTS = Object.keys(LABELS) as ProgrammeList[];

type Conflict = (reason: EditConflict['reason'], current?: FieldValue | null) => void;
type EditOf<Op extends ProgrammeEdit['op']> = Extract<ProgrammeEdit, { op: Op }>;

function set({ programme, undo }: AppliedEdits, edit: EditOf<'set'>, conflict: Conflict): void {
  const { list, id, field, from, to } = edit;
  const error = fieldError(list, field, to);
  if (error) rejectFields({ [field]: `${field} ${error}` });
  const fields = fieldsOf(programme, list, id);
  if (!fields) {
    conflict('gone');
    return;
  }
  const current = orNull(fields[field]);
  // Both have set the same.
  if (isSameValue(current, to)) return;
  if (!isSameValue(current, from)) {
    conflict('changed', current);
    return;
  }
  const value = orNull(to);
  if (value === null) delete fields[field];
  else fields[field] = value;
  undo.push({ op: 'set', list, id, field, from: value, to: current });
}

function fieldsOf(programme: Programme, list: EditOf<'set'>['list'], id: string | null) {
  if (list === 'event' || list === 'texts' || list === 'pictures') return programme[list];
  return programme[list].find((entry) => entry.id === id);
}

function add(
  { programme, undo, added }: AppliedEdits,
  edit: EditOf<'add'>,
  { ids, used }: { ids: Set<string>; used: UsedIds },
  conflict: Conflict,
): void {
  const { list, fields, after } = edit;
  const given = Object.entries(fields).filter(([name, value]) => name !== 'id' && orNull(value) !== null);
  for (const [field, value] of given) {
    const error = fieldError(list, field, value);
    if (error) rejectFields({ [field]: `${field} ${error}` });
  }
  if (edit.id !== undefined && !ID.test(edit.id)) {
    const message = 'must be lower-case letters, digits and hyphens, at most 64';
    rejectFields({ id: `id ${message}` });
  }
  const isTaken = (taken: string) => ids.has(taken) || isUsed(taken, used) || isReserved(taken, list);
  const id = edit.id ?? newId(list, fields, isTaken);
  if (ids.has(id) || (used.published.get(id) ?? list) !== list) {
    conflict('taken');
    return;
  }
  ids.add(id);
  added.push(id);
  insert(programme[list], { id, ...Object.fromEntries(given) }, after);
  undo.push({ op: 'remove', list, id, from: Object.fromEntries(given) });
}

const isUsed = (id: string, { published, removed }: UsedIds) => published.has(id) || removed.has(id);

/** The surveys have ids that the app knows, the set of polls one that imports know; those of content are no sets. */
const isReserved = (id: string, list: ProgrammeList) =>
  SURVEY_CAMPAIGNS.includes(id) ||
  (list === 'campaigns' ? Object.values<string>(CONTENT_CAMPAIGNS).includes(id) : id === IMPORTED_POLLS);

function newId(list: ProgrammeList, fields: Record<string, FieldValue>, isTaken: (id: string) => boolean): string {
  const label = slugOf(String(fields[LABELS[list]] ?? '').slice(0, 200)) || list;
  // An import would change or remove what has an id like its own.
  const slug = (isLikeImported(label) ? `${list}-${label}` : label).slice(0, SLUG_MAX).replace(/-$/, '');
  let id = slug;
  for (let number = 2; isTaken(id); number++) id = `${slug}-${number}`;
  return id;
}

/** Where the entry was after which it belongs, it comes last if that one is gone. */
function insert(entries: ProgrammeEntry[], entry: ProgrammeEntry, after: string | null | undefined): void {
  const place = after === undefined ? -1 : entries.findIndex(({ id }) => id === after);
  if (after === null) entries.unshift(entry);
  else entries.splice(place < 0 ? entries.length : place + 1, 0, entry);
}

function remove(
  { programme, undo, removed }: AppliedEdits,
  { list, id, from }: EditOf<'remove'>,
  ids: Set<string>,
  conflict: Conflict,
): void {
  const entries = programme[list];
  const place = entries.findIndex((entry) => entry.id === id);
  const entry = entries[place];
  if (!entry) {
    conflict('gone');
    return;
  }
  const { id: _, ...fields } = entry;
  const names = new Set([...Object.keys(fields), ...Object.keys(from)].filter((name) => name !== 'id'));
  const changed = [...names].find((name) => !isSameValue(entry[name], from[name]));
  if (changed !== undefined) {
    conflict('changed', orNull(entry[changed]));
    return;
  }
  entries.splice(place, 1);
  ids.delete(id);
  removed.push(id);
  undo.push({ op: 'add', list, id, fields, after: entries[place - 1]?.id ?? null });
}

function move({ programme, undo }: AppliedEdits, { list, id, after }: EditOf<'move'>, conflict: Conflict): void {
  const entries = programme[list];
  const place = entries.findIndex((entry) => entry.id === id);
  const entry = entries[place];
  if (!entry) {
    conflict('gone');
    return;
  }
  const before = entries[place - 1]?.id ?? null;
  if (before === after || after === id) return;
  if (after !== null && !entries.some((other) => other.id === after)) {
    conflict('gone');
    return;
  }
  entries.splice(place, 1);
  insert(entries, entry, after);
  undo.push({ op: 'move', list, id, after: before });
}
