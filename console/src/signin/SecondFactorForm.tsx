import { Field } from '@companion/web/ui/Field.tsx';
import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { enterSession } from '../api/enterSession.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import styles from './SignInForm.module.css';

/**
 * After the password: a code of the authenticator app, or a recovery code.
 * @param onBack shows the form of the password: ten minutes after the password no code counts
 */
export function SecondFactorForm({ onBack }: { onBack(): void }) {
  const { send, isSending, failure } = useStaffMutation('completeSignIn', [], { showsFailure: true });
  const submit = async ({ code = '' }: Record<string, string>) => {
    const answer = await send({ code });
    if (answer) enterSession(answer.results);
  };
  return (
    <>
      <FocusedHeading>Enter your code</FocusedHeading>
      <StaffForm action="Sign in" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field
          label="Code"
          hint="Six digits from your authenticator app, or one of your recovery codes"
          name="code"
          autoComplete="one-time-code"
          error={failure?.errors.code}
        />
      </StaffForm>
      <div className={styles.passkey}>
        <ActionButton variant="secondary" onPress={onBack}>
          Back to sign-in
        </ActionButton>
      </div>
    </>
  );
}
