import type { ChangeEvent } from 'react';
import { useMember } from '../api/member.ts';
import { discardTyped, formKey, typeValue, useTyped } from './unsaved.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The fields of a form in a dialog. What is typed stays until it is sent or discarded, also when Esc or the end of the
 * session closes the dialog, and when the screen is left.
 * @param form its name among these forms
 */
export function useKeptFields(form: string) {
  const key = formKey(useMember().id, { list: form, id: null });
  const { values, bases } = useTyped(key);
  return {
    /** The properties of a field. @param initial what it has before anything is typed */
    field: (name: string, initial = '') => ({
      name,
      value: String(values[name] ?? initial),
      onChange: ({ currentTarget: { value } }: ChangeEvent<Control>) => typeValue(key, name, value, initial),
    }),
    /** Whether another member has stored something else since the typing of a field began. */
    isOutdated: (name: string, stored = '') =>
      name in bases && (bases[name] ?? '') !== stored && values[name] !== stored,
    discard: () => discardTyped(key),
  };
}
