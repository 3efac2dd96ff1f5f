import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonVariant, buttonClass } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Shows that the action is running. The label stays, so that the layout does not shift. */
  busy?: boolean;
}

/**
 * A button at least 48 px high; `type` defaults to "button". While disabled it cannot be pressed, nor can Enter submit
 * its form, but it keeps the focus. With the attribute `disabled`, a button that disables itself when pressed would
 * lose it.
 */
export function Button(props: ButtonProps) {
  const { variant, busy = false, disabled = false, className, type = 'button', onClick, children, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      className={[buttonClass(variant), className].filter(Boolean).join(' ')}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
