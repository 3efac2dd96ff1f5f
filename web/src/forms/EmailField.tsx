import { Field, type FieldProps } from '../ui/Field.tsx';

/** An e-mail address, with its keyboard and what the browser may fill in. */
export const EmailField = (field: FieldProps) => (
  <Field {...field} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" spellCheck={false} />
);
