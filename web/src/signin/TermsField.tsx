import type { UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { CheckField } from '../ui/CheckField.tsx';

export interface TermsFieldProps {
  register: (name: 'acceptTos') => UseFormRegisterReturn;
  error: string | undefined;
}

/**
 * Registers when it renders, after the fields above it: react-hook-form focuses the first invalid field in order of
 * registration.
 */
export function TermsField({ register, error }: TermsFieldProps) {
  return (
    <CheckField
      {...register('acceptTos')}
      label={
        <>
          I accept the <Link to={paths.privacyPolicy}>Privacy Policy and Terms of Use</Link>
        </>
      }
      error={error}
      required
    />
  );
}
