import type { FieldValue } from '@companion/contract/staff/programme';
import { observable } from '../api/observable.ts';
import { isSameValue, type MaybeValue, orNull } from './fieldValue.ts';

/** What a member has typed into a form and not saved. */
export interface Typed {
  values: Record<string, FieldValue>;
  /** What each of those fields had when the typing began. */
  bases: Record<string, FieldValue | null>;
  /** SHA-256 of each uploaded picture, by its name in the pack. */
  pictures: Record<string, string>;
}

export const NOTHING_TYPED: Typed = { values: {}, bases: {}, pictures: {} };

/** Of each form, also of one that was left: it shows again when the form is opened. */
const unsaved = observable<Record<string, Typed>>({});

/** The form of an entry, of a record, of a person, of a dialog, or of an entry that is new. */
export const formKey = (memberId: string, { list, id }: { list: string; id: string | null }): string =>
  `${memberId} ${list} ${id ?? ''}`;

export const useTyped = (key: string): Typed => unsaved.use()[key] ?? NOTHING_TYPED;

/** The same outside of a render. */
export const typedNow = (key: string): Typed => unsaved.get()[key] ?? NOTHING_TYPED;

export function changeTyped(key: string, change: (before: Typed) => Typed): void {
  const { [key]: before = NOTHING_TYPED, ...others } = unsaved.get();
  const typed = change(before);
  const isKept = Object.keys(typed.values).length + Object.keys(typed.pictures).length > 0;
  unsaved.set(isKept ? { ...others, [key]: typed } : others);
  askBeforeLeaving(key, isKept);
}

/** A field has this now. @param stored what it has without what is typed */
export const typeValue = (key: string, field: string, given: FieldValue, stored: MaybeValue): void =>
  changeTyped(key, ({ values, bases, pictures }) => {
    const base = field in bases ? bases[field] : orNull(stored);
    const { [field]: _value, ...otherValues } = values;
    const { [field]: _base, ...otherBases } = bases;
    if (isSameValue(given, base)) return { values: otherValues, bases: otherBases, pictures };
    return { values: { ...values, [field]: given }, bases: { ...bases, [field]: base ?? null }, pictures };
  });

/**
 * Forgets what was saved; what was typed meanwhile stays, on top of it.
 * @param sent with `bases`: a field that has its old value again was changed back meanwhile
 */
export const forgetSaved = (key: string, sent: Pick<Typed, 'values' | 'pictures'> & Partial<Typed>): void =>
  changeTyped(key, ({ values, bases, pictures }) => {
    const back = Object.entries(sent.bases ?? {}).map(([field, base]) => [field, base ?? ''] as const);
    const now = { ...Object.fromEntries(back), ...values };
    const newer = Object.entries(now).filter(([field, value]) => !isSameValue(value, sent.values[field]));
    const baseOf = (field: string) => (field in sent.values ? orNull(sent.values[field]) : (bases[field] ?? null));
    return {
      values: Object.fromEntries(newer),
      bases: Object.fromEntries(newer.map(([field]) => [field, baseOf(field)])),
      pictures: Object.fromEntries(Object.entries(pictures).filter(([path, sha]) => sent.pictures[path] !== sha)),
    };
  });

/** What is typed into a form is that of another one, such as of the entry that was added with it. */
export function moveTyped(from: string, to: string): void {
  const typed = typedNow(from);
  changeTyped(from, () => NOTHING_TYPED);
  changeTyped(to, () => typed);
}

export const discardTyped = (key: string): void => changeTyped(key, () => NOTHING_TYPED);

const asking = new Set<string>();

/** Leaving the page would lose what was typed; moving between screens does not. */
export function askBeforeLeaving(key: string, isUnsaved: boolean): void {
  if (isUnsaved) asking.add(key);
  else asking.delete(key);
  window.onbeforeunload = asking.size > 0 ? (event) => event.preventDefault() : null;
}
