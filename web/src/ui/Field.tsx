import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';

export interface FieldProps extends ComponentProps<'input'>, FieldTexts {}

/** A text field. Accepts the result of react-hook-form's `register(...)`. */
export const Field = ({ label, error, hint, className, ...input }: FieldProps) => (
  <FieldFrame label={label} error={error} hint={hint} className={className}>
    {(control) => <input {...input} {...control} />}
  </FieldFrame>
);
