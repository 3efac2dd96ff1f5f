import { lostPasswordForm } from '@companion/contract/passwordReset';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import { useSendResetPasswordMutation } from '../api/passwordResetApi.ts';
import styles from '../forms/FormPage.module.css';
import { paths } from '../paths.ts';
import { selectIsAuthenticated } from '../session/sessionSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/buttonClass.ts';
import { Field } from '../ui/Field.tsx';
import { FocusedHeading } from '../ui/FocusedHeading.tsx';
import { MailIcon } from '../ui/icons.tsx';
import { Message } from '../ui/Message.tsx';

/** Requests a reset link by e-mail (§2). The screen does not reveal whether the address is registered (decision 034). */
export function LostPasswordPage() {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const [sentTo, setSentTo] = useState<string>();
  if (isAuthenticated) return <Navigate replace to={paths.splash} />;
  if (sentTo === undefined) return <EmailForm onSent={setSentTo} />;
  return (
    <Message
      icon={<MailIcon />}
      action={
        <Link to={paths.login} className={buttonClass()}>
          Back to login
        </Link>
      }
    >
      <FocusedHeading>Check your email</FocusedHeading>
      <p className={styles.note}>
        If {sentTo} is registered, expect an email with a link to choose a new password. The link works for 30 minutes.
      </p>
    </Message>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    mode: 'all',
    resolver: standardSchemaResolver(lostPasswordForm),
    defaultValues: { email: '' },
  });
  const { errors, isValid, isSubmitting, submitCount } = formState;
  const [sendResetPassword] = useSendResetPasswordMutation();

  const onSubmit = handleSubmit(async ({ email }) => {
    const answer = await sendResetPassword({ email });
    if (!answer.error) onSent(email);
  });

  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Lost your password?</h1>
        <p>Enter your email address, and we send you a link to choose a new one.</p>
      </header>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <Field
          {...register('email')}
          label="Email"
          error={errors.email?.message}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          required
        />
        <Button type="submit" busy={isSubmitting} disabled={isSubmitting || (submitCount > 0 && !isValid)}>
          Send Reset Link
        </Button>
      </form>
      <p className={styles.aside}>
        <Link to={paths.login}>Back to login</Link>
      </p>
    </div>
  );
}
