import { ORGANIZATION_TYPES, type ProfileFields } from '@companion/contract/account';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { EmailField } from './EmailField.tsx';
import { formatPhoneField } from './formatPhoneEdit.ts';

export interface ProfileFieldsetProps {
  /** The form's register function. */
  register: (name: keyof ProfileFields) => UseFormRegisterReturn;
  errors: FieldErrors<ProfileFields>;
  /** While the form is being sent, because a change would not be sent with it. */
  isReadOnly: boolean;
}

/**
 * The six fields that registration, activation and profile edit share (§5), with keyboards and autofill. They register
 * in screen order, so that react-hook-form focuses the first invalid one.
 */
export function ProfileFieldset({ register, errors, isReadOnly }: ProfileFieldsetProps) {
  return (
    <>
      <Field
        {...register('firstName')}
        label="First Name"
        error={errors.firstName?.message}
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
        readOnly={isReadOnly}
        required
      />
      <Field
        {...register('lastName')}
        label="Last Name"
        error={errors.lastName?.message}
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint="next"
        readOnly={isReadOnly}
        required
      />
      <EmailField
        {...register('email')}
        label="Email"
        error={errors.email?.message}
        enterKeyHint="next"
        readOnly={isReadOnly}
        required
      />
      <PhoneField
        {...register('phone')}
        label="Phone Number"
        error={errors.phone?.message}
        enterKeyHint="next"
        readOnly={isReadOnly}
        required
      />
      <Field
        {...register('organizationName')}
        label="Organization Name"
        error={errors.organizationName?.message}
        autoComplete="organization"
        autoCapitalize="words"
        enterKeyHint="next"
        readOnly={isReadOnly}
        required
      />
      <SelectField
        {...register('organizationType')}
        label="Organization Type"
        error={errors.organizationType?.message}
        options={ORGANIZATION_TYPES}
        inert={isReadOnly}
        required
      />
    </>
  );
}

interface PhoneFieldProps extends Omit<FieldProps, 'onChange'>, Pick<UseFormRegisterReturn, 'onChange'> {}

/** A field for a phone number, formatted while typing before the form validates it. */
function PhoneField({ onChange, ...field }: PhoneFieldProps) {
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
