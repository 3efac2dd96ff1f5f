import { Field, type FieldProps } from '../ui/Field.tsx';

/** A field for an e-mail address, with its keyboard and autofill. */
export const EmailField = (field: FieldProps) => (
  <Field {...field} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
);
