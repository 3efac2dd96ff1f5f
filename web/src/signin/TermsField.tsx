import type { UseFormRegisterReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { CheckField } from '../ui/CheckField.tsx';

export interface TermsFieldProps {
  register: (name: 'acceptTos') => UseFormRegisterReturn;
  error: string | undefined;
}

/**
 * Registers itself when it renders, after the fields above it: the first field in the order of registering is the
 * first to get the focus when it is wrong.
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
