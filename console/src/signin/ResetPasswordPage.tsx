import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { useState } from 'react';
import { Link } from 'react-router';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { useLinkToken } from '../page/linkToken.ts';
import { PageHead } from '../page/PageHead.tsx';
import { FormField, NewPasswordField, StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';
import { LoadedByLink } from './LoadedByLink.tsx';

/** A reset's link: the new password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const query = useStaffQuery('getStaffReset', { token });
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <>
        <FocusedHeading>Your password is changed</FocusedHeading>
        <p>You are signed out everywhere.</p>
        <p>
          <Link to={paths.overview} className={buttonClass()}>
            Sign in
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <PageHead title="New password" />
      <LoadedByLink
        query={query}
        lines={3}
        otherwise={
          <>
            If you have set the password, sign in. If not, <Link to={paths.lostPassword}>get another link</Link>.
          </>
        }
      >
        {({ results: { email } }) => (
          <StaffForm
            action="Set the password"
            onSubmit={async ({ newPassword = '' }) => {
              await sendStaffCall('resetStaffPassword', { token, newPassword });
              setDone(true);
            }}
          >
            <FormField label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
            <NewPasswordField label="New password" name="newPassword" />
          </StaffForm>
        )}
      </LoadedByLink>
    </>
  );
}
