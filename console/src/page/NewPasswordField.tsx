import { STAFF_PASSWORD_MIN } from '@companion/contract/staff/staffFields';
import { Field, type FieldProps } from '@companion/web/ui/Field.tsx';

/** A password that is being chosen. */
export const NewPasswordField = (field: Pick<FieldProps, 'label' | 'name' | 'error'>) => (
  <Field
    {...field}
    hint={`At least ${STAFF_PASSWORD_MIN} characters. A sentence is easy to remember.`}
    type="password"
    autoComplete="new-password"
  />
);
