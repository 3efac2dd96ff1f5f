import type { FieldValue } from '@companion/contract/staff/programme';
import { observable } from '../api/observable.ts';
import type { Place } from './programmeEdits.ts';

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

/** The form of an entry, of a record, or of an entry that is new. */
export const formKey = (memberId: string, { list, id }: Place): string => `${memberId} ${list} ${id ?? ''}`;

export const useTyped = (key: string): Typed => unsaved.use()[key] ?? NOTHING_TYPED;

export function changeTyped(key: string, change: (before: Typed) => Typed): void {
  const { [key]: before = NOTHING_TYPED, ...others } = unsaved.get();
  const typed = change(before);
  const isKept = Object.keys(typed.values).length + Object.keys(typed.pictures).length > 0;
  unsaved.set(isKept ? { ...others, [key]: typed } : others);
  // Leaving the page would lose it; moving between screens does not.
  window.onbeforeunload = Object.keys(unsaved.get()).length > 0 ? (event) => event.preventDefault() : null;
}
