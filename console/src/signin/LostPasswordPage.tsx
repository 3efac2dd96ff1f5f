import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { PageHead } from '../page/PageHead.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';
import styles from './SignInForm.module.css';

/** Mails a link that sets a new password. */
export function LostPasswordPage() {
  const [answer, setAnswer] = useState<string>();
  if (answer !== undefined) {
    return (
      <>
        <FocusedHeading>Check your e-mail</FocusedHeading>
        <p>{answer}</p>
        <p>
          <Link to={paths.overview}>Back to sign-in</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHead title="Lost password">You get a link by mail. It works for 30 minutes.</PageHead>
      <StaffForm
        action="Send the link"
        onSubmit={async ({ email = '' }) => setAnswer((await sendStaffCall('requestStaffReset', { email })).message)}
      >
        <FormField label="E-mail" name="email" type="email" autoComplete="username" />
      </StaffForm>
      <p className={styles.foot}>
        <Link to={paths.overview}>Back to sign-in</Link>
      </p>
    </>
  );
}
