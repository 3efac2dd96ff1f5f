import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { useMember } from '../api/MemberContext.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { NewPasswordField } from '../page/NewPasswordField.tsx';
import { StaffForm } from '../page/StaffForm.tsx';

/** Another password, which ends all other sessions. */
export function ChangePassword() {
  const { email } = useMember();
  const { send, isSending, failure } = useStaffMutation('changeStaffPassword', ['getStaffSessions'], {
    showsFailure: true,
  });
  /** Another form after each change: its fields are empty. */
  const [round, setRound] = useState(0);
  const submit = async ({ password = '', newPassword = '' }: Record<string, string>) => {
    if (!(await send({ password, newPassword }))) return;
    setRound((last) => last + 1);
    toastDone('Your password is changed, and you are signed out everywhere else.');
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Card>
        <StaffForm key={round} action="Change the password" failure={failure} isSending={isSending} onSubmit={submit}>
          {/* For password managers. */}
          <input hidden readOnly name="email" autoComplete="username" value={email} />
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={failure?.errors.password}
          />
          <NewPasswordField label="New password" name="newPassword" error={failure?.errors.newPassword} />
        </StaffForm>
      </Card>
    </section>
  );
}
