import { AlertIcon } from '@companion/web/ui/icons.tsx';
import type { FormEvent, ReactNode } from 'react';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { ActionButton } from './ActionButton.tsx';
import styles from './StaffForm.module.css';

interface StaffFormProps {
  /** The fields; each has a name. Their messages are `failure.errors`. */
  children: ReactNode;
  /** The label of the button. */
  action: string;
  failure: StaffFailure | undefined;
  isSending: boolean;
  /** @param values the text of each field, by its name */
  onSubmit(values: Record<string, string>): void;
}

/** The one pattern of the console's forms: the server checks, and its messages stand below the fields. */
export function StaffForm({ children, action, failure, isSending, onSubmit }: StaffFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    onSubmit(Object.fromEntries(entries));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
      <FormFailure failure={failure} />
      <ActionButton type="submit" busy={isSending}>
        {action}
      </ActionButton>
    </form>
  );
}

/** Why what was sent was rejected, where it is not about one field. The live region stays, so that it is announced. */
export const FormFailure = ({ failure }: { failure: StaffFailure | undefined }) => (
  <div role="alert">
    {failure && Object.keys(failure.errors).length === 0 && (
      <p className={styles.failure}>
        <AlertIcon />
        <span>
          {failure.message}
          {failure.traceId && <small className={styles.trace}>Trace id {failure.traceId}</small>}
        </span>
      </p>
    )}
  </div>
);
