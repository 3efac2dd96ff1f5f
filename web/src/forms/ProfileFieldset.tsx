import type { ProfileFields } from '@companion/contract/account';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { useGetEventQuery } from '../api/eventApi.ts';
import { TryAgain } from '../page/TryAgain.tsx';
import { Field, type FieldProps } from '../ui/Field.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import styles from './FormPage.module.css';
import { formatPhoneField } from './formatPhoneEdit.ts';

export interface ProfileFieldsetProps {
  /** The form's register function. */
  register: (name: keyof ProfileFields) => UseFormRegisterReturn;
  errors: FieldErrors<ProfileFields>;
  /** The organization types of the event; undefined until they are known. */
  types: readonly string[] | undefined;
  /** While the form is being sent, because a change would not be sent with it. */
  isReadOnly: boolean;
}

/**
 * The six fields that registration, activation and profile edit share (§5), with keyboards and autofill. They register
 * in screen order, so that react-hook-form focuses the first invalid one.
 */
export function ProfileFieldset({ register, errors, types = [], isReadOnly }: ProfileFieldsetProps) {
  const event = useGetEventQuery();
  const control = (name: keyof ProfileFields) => ({ ...register(name), error: errors[name]?.message, required: true });
  const field = (name: keyof ProfileFields) =>
    ({ ...control(name), enterKeyHint: 'next', readOnly: isReadOnly }) as const;
  return (
    <>
      <Field {...field('firstName')} label="First Name" autoComplete="given-name" autoCapitalize="words" />
      <Field {...field('lastName')} label="Last Name" autoComplete="family-name" autoCapitalize="words" />
      <Field
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PhoneField {...field('phone')} label="Phone Number" />
      <Field
        {...field('organizationName')}
        label="Organization Name"
        autoComplete="organization"
        autoCapitalize="words"
      />
      {/* A select forgets a value that it cannot show yet: the one with the types gets that of the draft. */}
      <SelectField
        key={types.length}
        {...control('organizationType')}
        label="Organization Type"
        options={types}
        inert={isReadOnly}
      />
      {event.error !== undefined && event.data === undefined && (
        <div className={styles.notice}>
          <p>The organization types are not available at the moment.</p>
          <TryAgain query={event} />
        </div>
      )}
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
