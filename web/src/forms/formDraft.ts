import { useEffect, useState } from 'react';
import type { DefaultValues, FieldValues, UseFormSubscribe } from 'react-hook-form';
import { dropDraft, readDraft, writeDraft } from '../session/drafts.ts';

/**
 * What was typed into a form before it was left or reloaded: those of its fields that the form still has.
 * @param shape the form's fields by name, as its schema has them
 */
export function savedFields(key: string, shape: object): Record<string, unknown> {
  const saved: Record<string, unknown> = Object(readDraft(key));
  return Object.fromEntries(Object.entries(saved).filter(([name]) => name in shape));
}

/** The fields whose value is not the one on record. A draft holds no others: they may change on record meanwhile. */
export function changedFields(onRecord: object, values: object): Record<string, unknown> {
  // What has never been filled in is undefined on record, and an empty text or false in the form.
  const isChanged = ([name, value]: [string, unknown]) => (value || '') !== (Reflect.get(onRecord, name) || '');
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

interface DraftForm<Form extends FieldValues> {
  subscribe: UseFormSubscribe<Form>;
  reset: (onRecord: NoInfer<DefaultValues<Form>>) => void;
  /** What the form holds when nothing is typed. */
  onRecord: NoInfer<DefaultValues<Form>>;
}

export interface FormDraft {
  /** The form opened with what was typed earlier and not sent. */
  isRestored: boolean;
  discard: () => void;
}

/** Keeps what is typed into a form, until `dropDraft(key)` says that it has been sent. */
export function useFormDraft<Form extends FieldValues>(
  key: string,
  { subscribe, reset, onRecord }: DraftForm<Form>,
): FormDraft {
  const [isRestored, setIsRestored] = useState(() => readDraft(key) !== undefined);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const changed = changedFields(onRecord, values);
          if (Object.keys(changed).length > 0) return writeDraft(key, changed);
          dropDraft(key);
          setIsRestored(false);
        },
      }),
    [key, subscribe, onRecord],
  );
  const discard = () => {
    dropDraft(key);
    setIsRestored(false);
    reset(onRecord);
  };
  return { isRestored, discard };
}
