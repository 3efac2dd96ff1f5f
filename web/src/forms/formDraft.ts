import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormSubscribe } from 'react-hook-form';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';

/**
 * The draft of a form: the fields typed before it was left or reloaded, as far as the form still has them.
 * @param shape the fields of the form's schema
 */
export function draftFields(key: string, shape: object): Record<string, unknown> {
  const saved: Record<string, unknown> = Object(readDraft(key));
  return Object.fromEntries(Object.entries(saved).filter(([name]) => name in shape));
}

/**
 * The fields whose value differs from the saved one. A draft holds only these, since the others may be changed
 * elsewhere.
 */
export function changedFields(savedValues: object, values: object): Record<string, unknown> {
  // A field that was never filled in is undefined when saved, and empty or false in the form.
  const isChanged = ([name, value]: [string, unknown]) => (value || '') !== (Reflect.get(savedValues, name) || '');
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

interface DraftForm<Form extends FieldValues> {
  subscribe: UseFormSubscribe<Form>;
  reset: (savedValues: NoInfer<DefaultValues<Form>>) => void;
  /** The form's values when nothing is typed. */
  savedValues: NoInfer<DefaultValues<Form>>;
}

export interface FormDraft {
  /** The form opened with a draft. */
  isRestored: boolean;
  discard: () => void;
}

/** Saves what is typed into a form as a draft. Call `dropDraft(key)` once it has been sent. */
export function useFormDraft<Form extends FieldValues>(
  key: string,
  { subscribe, reset, savedValues }: DraftForm<Form>,
): FormDraft {
  const [isRestored, setIsRestored] = useState(() => readDraft(key) !== undefined);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const changed = changedFields(savedValues, values);
          if (Object.keys(changed).length > 0) return writeDraft(key, changed);
          dropDraft(key);
          setIsRestored(false);
        },
      }),
    [key, subscribe, savedValues],
  );
  const discard = () => {
    dropDraft(key);
    setIsRestored(false);
    reset(savedValues);
  };
  return { isRestored, discard };
}
