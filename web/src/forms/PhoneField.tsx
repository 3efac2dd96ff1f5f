import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { formatPhoneField } from './formatPhoneEdit.ts';

export interface PhoneFieldProps extends Omit<FieldProps, 'onChange'>, Pick<UseFormRegisterReturn, 'onChange'> {}

/** A field for a phone number, formatted while typing before the form validates it. */
export function PhoneField({ onChange, ...field }: PhoneFieldProps) {
  return (
    <Field
      {...field}
      onChange={(event) => {
        formatPhoneField(event.currentTarget, event.nativeEvent);
        return onChange(event);
      }}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
    />
  );
}
