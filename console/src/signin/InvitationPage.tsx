import { Field } from '@companion/web/ui/Field.tsx';
import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import { useNavigate } from 'react-router';
import { enterSession } from '../api/enterSession.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { FailureMessage } from '../page/FailureMessage.tsx';
import { useLinkToken } from '../page/linkToken.ts';
import { NewPasswordField } from '../page/NewPasswordField.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import { StaffForm } from '../page/StaffForm.tsx';
import { paths } from '../paths.ts';

/** An invitation's link: whose it is, and the name and password of the new member. */
export function InvitationPage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const query = useStaffQuery('getInvitation', { token });
  const { send, isSending, failure } = useStaffMutation('acceptInvitation', [], { showsFailure: true });
  const submit = async ({ name = '', password = '' }: Record<string, string>) => {
    const answer = await send({ token, name, password });
    if (!answer) return;
    enterSession(answer.results);
    navigate(paths.overview, { replace: true });
  };
  if (!query.data) {
    return (
      <>
        <PageHead title="Invitation" />
        {query.failure ? <FailureMessage failure={query.failure} retry={query.refetch} /> : <Skeleton lines={4} />}
      </>
    );
  }
  const { email, role } = query.data.results;
  return (
    <>
      <PageHead title="Welcome to the console">
        {ROLE_NAMES[role]}: {ROLE_MEANINGS[role].toLowerCase()}.
      </PageHead>
      <StaffForm action="Accept the invitation" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field label="E-mail" name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field label="Your name" name="name" autoComplete="name" error={failure?.errors.name} />
        <NewPasswordField label="Choose a password" name="password" error={failure?.errors.password} />
      </StaffForm>
    </>
  );
}
