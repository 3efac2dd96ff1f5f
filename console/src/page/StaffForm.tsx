import { STAFF_PASSWORD_MIN } from '@companion/contract/staff/staffFields';
import type { ButtonVariant } from '@companion/web/ui/buttonClass.ts';
import { Field, type FieldProps } from '@companion/web/ui/Field.tsx';
import { AlertIcon } from '@companion/web/ui/icons.tsx';
import { SelectField, type SelectFieldProps } from '@companion/web/ui/SelectField.tsx';
import {
  createContext,
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { isUnconfirmed, shownFailure } from '../api/sendStaffCall.ts';
import { toastProblem } from '../api/toasts.ts';
import { ActionButton } from './ActionButton.tsx';
import { DialogActions } from './Dialog.tsx';
import styles from './StaffForm.module.css';
import { useIsShown } from './useIsShown.ts';
import { useKeptFocus } from './useKeptFocus.ts';

interface StaffFormProps {
  /** A `FormField` for each text that is sent. */
  children: ReactNode;
  /** The label of the button. */
  action: string;
  /** `secondary`: beside what the screen is for. */
  variant?: ButtonVariant;
  /** For a form in a dialog: closes it, with a button beside that of the form. */
  onCancel?: () => void;
  /**
   * Sends the text of each field, by its name. Afterwards the fields are as at first, unless it returns false.
   * @throws StaffFailure, which shows
   */
  onSubmit(values: Record<string, string>): Promise<unknown>;
}

const FieldErrors = createContext<Record<string, string>>({});

/** The one pattern of the console's forms: the server checks, and its messages stand below the fields. */
export function StaffForm({ children, action, variant = 'primary', onCancel, onSubmit }: StaffFormProps) {
  const { attempt, isBusy, failure, isUnconfirmed } = useAttempt();
  const ref = useFirstFault(failure);
  const keepFocus = useKeptFocus(() => ref.current?.querySelector<HTMLElement>('input, select, textarea'));
  /** Other fields after each success. */
  const [round, setRound] = useState(0);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const entries = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)] as const);
    if (await attempt(() => onSubmit(Object.fromEntries(entries)))) setRound(round + 1);
  };
  const button = (
    <ActionButton type="submit" variant={variant} busy={isBusy}>
      {action}
    </ActionButton>
  );
  return (
    <form ref={ref} className={styles.form} onSubmit={submit} onFocus={keepFocus} noValidate>
      <FieldErrors value={failure?.errors ?? {}}>
        <Fragment key={round}>{children}</Fragment>
      </FieldErrors>
      <FormFailure failure={failure} isUnconfirmed={isUnconfirmed} />
      {onCancel ? (
        <DialogActions>
          <ActionButton variant="secondary" onPress={onCancel}>
            Cancel
          </ActionButton>
          {button}
        </DialogActions>
      ) : (
        button
      )}
    </form>
  );
}

const NO_FIELDS: readonly string[] = [];

/**
 * The first field of a form that something is wrong with gets the focus, since it may be out of sight.
 * @param unfit fields whose values were accepted, and do not suffice
 */
export function useFirstFault(failure: StaffFailure | undefined, unfit = NO_FIELDS): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const fields = new Set([...Object.keys(failure?.errors ?? {}), ...unfit]);
    for (const control of ref.current?.elements ?? []) {
      if (!(control instanceof HTMLElement) || !fields.has(control.getAttribute('name') ?? '')) continue;
      control.focus();
      return;
    }
  }, [failure, unfit]);
  return ref;
}

/** What the server says of a field. */
export const useFieldError = (name: string): string | undefined => useContext(FieldErrors)[name];

/** A field of a form, with what the server says of it. */
export const FormField = (field: FieldProps & { name: string }) => (
  <Field {...field} error={useFieldError(field.name)} />
);

/** The same for one of several texts. */
export const FormSelect = (field: SelectFieldProps & { name: string }) => (
  <SelectField {...field} error={useContext(FieldErrors)[field.name]} />
);

/** A password that is being chosen. */
export const NewPasswordField = (field: { label: string; name: string }) => (
  <FormField
    {...field}
    hint={`At least ${STAFF_PASSWORD_MIN} characters. A sentence is easy to remember.`}
    type="password"
    autoComplete="new-password"
  />
);

/**
 * Why what was sent was rejected, where it is not about the fields of the form alone. The live region stays, so that it is
 * announced.
 */
export function FormFailure({
  failure,
  isUnconfirmed = false,
}: {
  failure: StaffFailure | undefined;
  /** Whether the dialog that asks for the password was closed. */
  isUnconfirmed?: boolean;
}) {
  const region = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<StaffFailure>();
  useEffect(() => {
    const controls = [...(region.current?.closest('form')?.elements ?? [])];
    const names = controls.map((control) => control.getAttribute('name'));
    const wrong = Object.keys(failure?.errors ?? {});
    setShown(wrong.length > 0 && wrong.every((name) => names.includes(name)) ? undefined : failure);
  }, [failure]);
  return (
    <div role="alert" ref={region}>
      {isUnconfirmed && <p className={styles.nothing}>Nothing was sent: you did not confirm that it is you.</p>}
      {shown && (
        <p className={styles.failure}>
          <AlertIcon />
          <span>
            {shown.message}
            {shown.traceId && <small className={styles.trace}>Trace id {shown.traceId}</small>}
          </span>
        </p>
      )}
    </div>
  );
}

interface Attempt {
  isBusy: boolean;
  failure?: StaffFailure | undefined;
  /** Whether it needed the password or the second factor, and the dialog was closed. */
  isUnconfirmed: boolean;
}

const IDLE: Attempt = { isBusy: false, isUnconfirmed: false };

/** Runs what may throw a `StaffFailure`, and keeps that until the next attempt. */
export function useAttempt() {
  const [state, setState] = useState<Attempt>(IDLE);
  const isShown = useIsShown();
  /** Returns false after a failure, or if what runs does. */
  const attempt = async (run: () => Promise<unknown>): Promise<boolean> => {
    setState({ ...IDLE, isBusy: true });
    try {
      const result = await run();
      setState(IDLE);
      return result !== false;
    } catch (error) {
      const failure = shownFailure(error);
      setState({ isBusy: false, failure, isUnconfirmed: isUnconfirmed(error) });
      // Nothing else would say so to a member who has left the form.
      if (failure && !isShown.current) toastProblem(failure.message, failure.traceId);
      return false;
    }
  };
  /** What was rejected is not there any more, such as a file. */
  const forget = () => setState(IDLE);
  return { ...state, attempt, forget };
}
