import { type ButtonVariant, buttonClass } from '@companion/web/ui/buttonClass.ts';
import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { toastProblem } from '../api/toasts.ts';
import styles from './ActionButton.module.css';

export interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'disabled' | 'onClick'> {
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  busy?: boolean;
  /** Why it cannot be pressed; undefined if it can. Screen readers read it, and a press shows it. */
  unavailable?: string | undefined;
  onPress?: () => void;
  children: ReactNode;
}

/** A button that says why it is disabled. It keeps the focus while it is busy. */
export function ActionButton(props: ActionButtonProps) {
  const { variant, size = 'normal', busy = false, unavailable, onPress, type = 'button', children, ...rest } = props;
  const reasonId = useId();
  const press = (event: { preventDefault(): void }) => {
    if (busy || unavailable) event.preventDefault();
    if (busy) return;
    if (unavailable) toastProblem(unavailable);
    else onPress?.();
  };
  return (
    <>
      <button
        {...rest}
        type={type}
        onClick={press}
        title={unavailable}
        aria-disabled={busy || unavailable ? true : undefined}
        aria-busy={busy || undefined}
        aria-describedby={unavailable ? reasonId : undefined}
        className={size === 'small' ? `${buttonClass(variant)} ${styles.small}` : buttonClass(variant)}
      >
        {busy && <Spinner />}
        {children}
      </button>
      {unavailable && (
        <span id={reasonId} hidden>
          {unavailable}
        </span>
      )}
    </>
  );
}

/** A button in a row of a list, or next to a text. */
export const RowButton = (button: Omit<ActionButtonProps, 'variant' | 'size'>) => (
  <ActionButton {...button} variant="secondary" size="small" />
);
