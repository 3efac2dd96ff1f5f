import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonVariant, buttonClass } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Shows that the press is being carried out; the label stays, so that nothing jumps. */
  busy?: boolean;
}

/**
 * A button of 48 px or more; `type` is "button" unless said otherwise. While it is disabled it cannot be pressed, nor
 * can its form be sent by Enter, but it can have the focus: the browser takes the focus from what has the attribute
 * `disabled`, so a button that disables itself when pressed would lose it.
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
