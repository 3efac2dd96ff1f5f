import { PASSWORD_MAX, PASSWORD_MIN } from '@companion/contract/constants';
import { resetPasswordForm } from '@companion/contract/passwordReset';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useResetPasswordMutation } from '../api/passwordResetApi.ts';
import styles from '../forms/FormPage.module.css';
import { showFieldErrors } from '../forms/showFieldErrors.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

export interface NewPasswordFormProps {
  token: string;
  onUpdated: () => void;
  /** The server rejected the token, which was valid when the page loaded. */
  onRejected: () => void;
}

/** Asks for a new password, twice (§5). Passwords are never stored as a draft. */
export function NewPasswordForm({ token, onUpdated, onRejected }: NewPasswordFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'all',
    resolver: standardSchemaResolver(resetPasswordForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors, isValid, isSubmitting, submitCount, touchedFields } = formState;
  const [resetPassword] = useResetPasswordMutation();

  const onSubmit = handleSubmit(async (passwords) => {
    const { error } = await resetPassword({ ...passwords, resetToken: token });
    if (!error) onUpdated();
    else if (!showFieldErrors(error, resetPasswordForm.shape, setError)) onRejected();
  });

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Choose a new password</h1>
      </header>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Field
          // Validate the confirmation again once both passwords have been typed.
          {...register('newPassword', { deps: touchedFields.confirmPassword ? 'confirmPassword' : [] })}
          label="New Password"
          hint={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`}
          error={errors.newPassword?.message}
          type="password"
          autoComplete="new-password"
          enterKeyHint="next"
          required
        />
        <Field
          {...register('confirmPassword')}
          label="Confirm Password"
          error={errors.confirmPassword?.message}
          type="password"
          autoComplete="new-password"
          enterKeyHint="done"
          required
        />
        <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
          Save Password
        </Button>
      </form>
    </div>
  );
}
