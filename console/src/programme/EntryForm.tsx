import { Field } from '@companion/web/ui/Field.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import {
  type ComponentProps,
  type FormEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'react-router';
import { ActionButton } from '../page/ActionButton.tsx';
import { FormFailure, useFirstFault } from '../page/StaffForm.tsx';
import styles from './EntryForm.module.css';
import { dateOf, textOf } from './programmeEdits.ts';
import { fieldName } from './programmeNames.ts';
import { EntryFormContext, type EntryFormState, useForm } from './useEntryForm.ts';

interface EntryFormProps {
  form: EntryFormState;
  /** An `EntryField`, or another control that uses `useForm`, for each field. */
  children: ReactNode;
  /** Further buttons, such as *Remove*. */
  actions?: ReactNode;
}

/** The one pattern of the programme's forms: *Save* sends the changed fields only. */
export function EntryForm({ form, children, actions }: EntryFormProps) {
  useFieldInAddress();
  const ref = useFirstFault(form.failure, form.unfit);
  const another = useRef<HTMLButtonElement>(null);
  /** How many entries were added with this form: the next one begins with other fields. */
  const [round, setRound] = useState(0);
  const addAnother = async () => {
    if (await form.save({ another: true })) setRound(round + 1);
  };
  useEffect(() => {
    if (round > 0) another.current?.form?.querySelector('input')?.focus();
  }, [round]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !another.current) return;
    event.preventDefault();
    // After the field has tidied what was typed.
    setTimeout(() => another.current?.click());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.isBusy && (form.isChanged || form.isNew)) void form.save();
  };
  return (
    <form ref={ref} className={styles.form} onSubmit={submit} onKeyDown={press} noValidate>
      {form.isGone && (
        <p className={styles.gone} role="status">
          Another member has removed this entry. What you typed is still here: save it, and you can add the entry again.
        </p>
      )}
      {form.problem && <p className={styles.gone}>{form.problem}</p>}
      <EntryFormContext value={form}>
        <Fragment key={round}>{children}</Fragment>
      </EntryFormContext>
      <FormFailure failure={form.failure} isUnconfirmed={form.isUnconfirmed} />
      <div className={form.isChanged || form.isNew ? `${styles.actions} ${styles.inReach}` : styles.actions}>
        <ActionButton
          type="submit"
          busy={form.isBusy}
          unavailable={form.isChanged || form.isNew ? undefined : 'Nothing has changed.'}
        >
          {form.isNew ? 'Add' : 'Save'}
        </ActionButton>
        {form.isNew && (
          <ActionButton
            ref={another}
            variant="secondary"
            busy={form.isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onPress={addAnother}
          >
            Save and add another
          </ActionButton>
        )}
        {form.isChanged && (
          <ActionButton variant="secondary" busy={form.isBusy} onPress={form.reset}>
            Discard what I typed
          </ActionButton>
        )}
        {form.isChanged && !form.isNew && <span className={styles.state}>Not saved</span>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </form>
  );
}

/** The field that the address names, as from a list of problems, gets the focus; after the heading of a new screen. */
function useFieldInAddress(): void {
  // Another press of the same link has a key of its own.
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit of the address counts
  useEffect(() => {
    const timer = setTimeout(() => document.getElementsByName(decodeURIComponent(hash.slice(1)))[0]?.focus());
    return () => clearTimeout(timer);
  }, [hash, key]);
}

interface EntryFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'onInput' | 'onBlur' | 'onKeyDown'> {
  field: string;
  /** By default the name of the field. */
  label?: string;
  hint?: string;
  /** What is typed as the pack has it, such as a time. Done when the field is left, and before Enter sends it. */
  tidy?(typed: string): string;
}

/** A text of the entry, with what the server says of it. */
export function EntryField({ field, label = fieldName(field), hint, tidy, ...input }: EntryFieldProps) {
  const form = useForm();
  const value = textOf(form.value(field));
  const tidyUp = () => {
    const tidied = tidy?.(value) ?? value;
    if (tidied !== value) form.setValue(field, tidied);
  };
  return (
    <Field
      autoComplete="off"
      {...input}
      label={label}
      hint={form.warningOf(field) ?? hint}
      error={form.errorOf(field)}
      name={field}
      value={input.type === 'date' ? dateOf(value) : value}
      onInput={({ currentTarget }) => form.setValue(field, currentTarget.value)}
      onBlur={tidyUp}
      onKeyDown={({ key }) => key === 'Enter' && tidyUp()}
    />
  );
}

interface EntrySelectProps {
  field: string;
  label?: string;
  options: readonly (string | readonly [value: string, text: string])[];
  placeholder?: string;
  /** Also changes other fields. */
  onChosen?(value: string): void;
}

/** One of several values. One that is not among them, such as of an older pack, can be kept. */
export function EntrySelect({ field, label = fieldName(field), options, placeholder, onChosen }: EntrySelectProps) {
  const form = useForm();
  const value = textOf(form.value(field));
  const isKnown = value === '' || options.some((option) => (typeof option === 'string' ? option : option[0]) === value);
  return (
    <SelectField
      label={label}
      error={form.errorOf(field)}
      name={field}
      options={isKnown ? options : [...options, value]}
      placeholder={placeholder ?? 'Choose one'}
      value={value}
      onChange={({ currentTarget }) => {
        form.setValue(field, currentTarget.value);
        onChosen?.(currentTarget.value);
      }}
    />
  );
}

/** A text with suggestions that the browser shows, such as the rooms of the other sessions. */
export function EntrySuggestions({ suggestions, ...field }: EntryFieldProps & { suggestions: readonly string[] }) {
  const id = useId();
  return (
    <>
      <EntryField {...field} list={id} />
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
