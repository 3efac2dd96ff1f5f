import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx';

export interface TextAreaFieldProps extends ComponentProps<'textarea'>, FieldTexts {}

/** A field for several lines of text. */
export const TextAreaField = ({ label, error, hint, ...textarea }: TextAreaFieldProps) => (
  <FieldFrame label={label} error={error} hint={hint}>
    {(control) => <textarea dir="auto" {...textarea} {...control} />}
  </FieldFrame>
);
