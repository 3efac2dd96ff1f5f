import { Field } from '@companion/web/ui/Field.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import { FormFailure } from '../page/StaffForm.tsx';
import styles from './EntryForm.module.css';
import { textOf } from './programmeEdits.ts';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.isBusy && (form.isChanged || form.isNew)) void form.save();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {form.isGone && (
        <p className={styles.gone} role="status">
          Another member has removed this entry. What you typed is still here: save it, and you can add the entry again.
        </p>
      )}
      {form.problem && <p className={styles.gone}>{form.problem}</p>}
      <EntryFormContext value={form}>{children}</EntryFormContext>
      <FormFailure failure={form.failure} isUnconfirmed={form.isUnconfirmed} />
      <div className={styles.actions}>
        <ActionButton
          type="submit"
          busy={form.isBusy}
          unavailable={form.isChanged || form.isNew ? undefined : 'Nothing has changed.'}
        >
          {form.isNew ? 'Add' : 'Save'}
        </ActionButton>
        {form.isChanged && (
          <ActionButton variant="secondary" onPress={form.reset}>
            Discard what I typed
          </ActionButton>
        )}
        {actions}
        {form.isChanged && !form.isNew && <span className={styles.state}>Not saved</span>}
      </div>
    </form>
  );
}

interface EntryFieldProps extends Omit<ComponentProps<'input'>, 'name' | 'value' | 'onInput' | 'onBlur'> {
  field: string;
  /** By default the name of the field. */
  label?: string;
  hint?: string;
  /** What is typed as the pack has it, such as a time. Done when the field is left. */
  tidy?(typed: string): string;
}

/** A text of the entry, with what the server says of it. */
export function EntryField({ field, label = fieldName(field), hint, tidy, ...input }: EntryFieldProps) {
  const form = useForm();
  const value = textOf(form.value(field));
  return (
    <Field
      autoComplete="off"
      {...input}
      label={label}
      hint={form.warningOf(field) ?? hint}
      error={form.errorOf(field)}
      name={field}
      value={value}
      onInput={({ currentTarget }) => form.setValue(field, currentTarget.value)}
      onBlur={() => {
        const tidied = tidy?.(value) ?? value;
        if (tidied !== value) form.setValue(field, tidied);
      }}
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
