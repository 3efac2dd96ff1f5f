import { Field } from '@companion/web/ui/Field.tsx';
import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { PageHead } from '../page/PageHead.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';
import styles from './SignInForm.module.css';

/** Mails a link that sets a new password. */
export function LostPasswordPage() {
  const { send, isSending, failure } = useStaffMutation('requestStaffReset', [], { showsFailure: true });
  const [answer, setAnswer] = useState<string>();
  if (answer !== undefined) {
    return (
      <>
        <FocusedHeading>Check your email</FocusedHeading>
        <p>{answer}</p>
        <p>
          <Link to={paths.overview}>Back to sign-in</Link>
        </p>
      </>
    );
  }
  const submit = async ({ email = '' }: Record<string, string>) => setAnswer((await send({ email }))?.message);
  return (
    <>
      <PageHead title="Lost password">You get a link by mail. It works for 30 minutes.</PageHead>
      <StaffForm action="Send the link" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field label="E-mail" name="email" type="email" autoComplete="username" error={failure?.errors.email} />
      </StaffForm>
      <p className={styles.foot}>
        <Link to={paths.overview}>Back to sign-in</Link>
      </p>
    </>
  );
}
