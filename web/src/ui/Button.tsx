import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from './buttonClass.ts';
import { Spinner } from './Spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Shows that the press is being carried out; the label stays, so that nothing jumps. */
  busy?: boolean;
}

/** A button of 48 px or more; `type` is "button" unless said otherwise. */
export function Button({ variant, busy = false, className, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      className={[buttonClass(variant), className].filter(Boolean).join(' ')}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
