import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { useLinkToken } from '../page/linkToken.ts';
import { PageHead } from '../page/PageHead.tsx';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import { FormField, NewPasswordField, StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';
import { LoadedByLink } from './LoadedByLink.tsx';

/** An invitation's link: whose it is, and the name and password of the new member. */
export function InvitationPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const [isAccepted, setAccepted] = useState(false);
  const query = useStaffQuery('getInvitation', { token }, { isOn: !isAccepted });
  const invited = query.data?.results;
  const submit = async ({ name = '', password = '', email }: Record<string, string>) => {
    const { results } = await sendStaffCall('acceptInvitation', { token, name, password, email });
    // Its token counts for nothing any more, and the session that begins reads everything again.
    flushSync(() => setAccepted(true));
    enterSession(results);
    // The first owner begins with an empty server.
    navigate(invited?.email === '' ? paths.setUp : paths.overview, { replace: true });
  };
  return (
    <>
      <PageHead title={invited ? 'Welcome to the console' : 'Invitation'}>
        {invited && `${ROLE_NAMES[invited.role]}. ${ROLE_MEANINGS[invited.role]}.`}
      </PageHead>
      <LoadedByLink query={query} lines={4} otherwise="If you have accepted it, sign in with your password.">
        {({ results: { email } }) => (
          <StaffForm action="Accept the invitation" onSubmit={submit}>
            <FormField
              {...{ label: 'E-mail', name: 'email', type: 'email', autoComplete: 'username' }}
              {...(email ? { value: email, readOnly: true } : { hint: 'You sign in with it.' })}
            />
            <FormField label="Your name" name="name" autoComplete="name" />
            <NewPasswordField label="Choose a password" name="password" />
          </StaffForm>
        )}
      </LoadedByLink>
    </>
  );
}
