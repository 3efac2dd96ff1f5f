import type { ChangeEvent } from 'react';
import { useMember } from '../api/member.ts';
import { observable } from '../api/observable.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What was typed into the forms of dialogs, by its field, of each member and form. */
const kept = observable<Record<string, Record<string, string>>>({});

/**
 * The fields of a form in a dialog. What is typed stays until it is sent or discarded, also when Esc or the end of the
 * session closes the dialog, and when the screen is left.
 * @param form its name among these forms
 */
export function useKeptFields(form: string) {
  const key = `${useMember().id} ${form}`;
  const typed = kept.use()[key];
  const keep = (values: Record<string, string>) => kept.set({ ...kept.get(), [key]: values });
  return {
    /** The properties of a field. @param initial what it has before anything is typed */
    field: (name: string, initial = '') => ({
      name,
      value: typed?.[name] ?? initial,
      onChange: ({ currentTarget: { value } }: ChangeEvent<Control>) => keep({ ...kept.get()[key], [name]: value }),
    }),
    discard: () => keep({}),
  };
}
