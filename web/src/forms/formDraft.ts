import { useEffect } from 'react';
import type { FieldValues, UseFormSubscribe } from 'react-hook-form';
import { readDraft, writeDraft } from '../session/drafts.ts';

/** What was typed into a form before it was left or reloaded: those of its fields that the form still has. */
export function savedFields(key: string, shape: object): Record<string, unknown> {
  const saved: Record<string, unknown> = Object(readDraft(key));
  return Object.fromEntries(Object.entries(saved).filter(([name]) => name in shape));
}

/** Keeps what is typed into a form, until `dropDraft(key)` says that it has been sent. */
export function useFormDraft<Form extends FieldValues>(key: string, subscribe: UseFormSubscribe<Form>): void {
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(key, values) }),
    [key, subscribe],
  );
}
