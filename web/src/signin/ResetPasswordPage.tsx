import { PASSWORD_MAX, PASSWORD_MIN } from '@companion/contract/constants';
import { resetPasswordForm } from '@companion/contract/passwordReset';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useResetPasswordMutation, useValidateTokenQuery } from '../api/passwordResetApi.ts';
import styles from '../forms/FormPage.module.css';
import { showFieldErrors } from '../forms/showFieldErrors.ts';
import { EmptyState } from '../page/EmptyState.tsx';
import { paths } from '../paths.ts';
import { notifyError } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { Field } from '../ui/Field.tsx';
import { FocusedHeading } from '../ui/FocusedHeading.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** §2, §4: validates the token of the mailed link, then shows the form, then success. */
export function ResetPasswordPage() {
  const token = new URLSearchParams(useLocation().search).get('token') ?? '';
  const query = useValidateTokenQuery(token ? { token } : skipToken);
  const { data, refetch } = query;
  const [isUpdated, setIsUpdated] = useState(false);

  useEffect(() => {
    // §8. A failed call has shown its toast already.
    if (data && data.status !== 200) notifyError({ data });
  }, [data]);

  if (isUpdated) return <Updated />;
  if (!token || (data && (!data.results || data.status !== 200))) return <Expired />;
  if (data) return <NewPasswordForm token={token} onUpdated={() => setIsUpdated(true)} onRejected={refetch} />;
  const checking = (
    <>
      <h1 className="visually-hidden">Checking your link</h1>
      <Skeleton lines={3} shape="control" />
    </>
  );
  return (
    <EmptyState query={query} placeholder={checking}>
      <h1>Your link could not be checked.</h1>
    </EmptyState>
  );
}

interface NewPasswordFormProps {
  token: string;
  onUpdated: () => void;
  /** The server rejected the token, which was valid when the page loaded. */
  onRejected: () => void;
}

/** Asks for a new password, twice (§5). Passwords are never stored as a draft. */
function NewPasswordForm({ token, onUpdated, onRejected }: NewPasswordFormProps) {
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

const Updated = () => (
  <Message
    icon={<CheckIcon />}
    action={
      <Link to={paths.login} className={buttonClass()}>
        Back to login
      </Link>
    }
  >
    <FocusedHeading>Your password has been successfully updated. Please log in.</FocusedHeading>
  </Message>
);

const Expired = () => (
  <Message
    icon={<AlertIcon />}
    action={
      <>
        <Link to={paths.lostPassword} className={buttonClass()}>
          Request a new link
        </Link>
        <Link to={paths.login}>Back to login</Link>
      </>
    }
  >
    <FocusedHeading>Reset password token has expired.</FocusedHeading>
  </Message>
);
