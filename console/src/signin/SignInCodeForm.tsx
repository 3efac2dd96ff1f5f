import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import styles from './SignInForm.module.css';

/**
 * Completes the sign-in by a code.
 * @param hint which code it is
 * @param isNumeric whether it has digits alone
 */
export const SignInCodeForm = ({ hint, isNumeric = false }: { hint: string; isNumeric?: boolean }) => (
  <StaffForm
    action="Sign in"
    onSubmit={async ({ code = '' }) => enterSession((await sendStaffCall('completeSignIn', { code })).results)}
  >
    <FormField
      label="Code"
      hint={hint}
      name="code"
      inputMode={isNumeric ? 'numeric' : undefined}
      autoComplete="one-time-code"
    />
  </StaffForm>
);

/** Shows the form of the password: ten minutes after the password no code counts. */
export const BackToSignIn = ({ onBack }: { onBack(): void }) => (
  <div className={styles.passkey}>
    <ActionButton variant="secondary" onPress={onBack}>
      Back to sign-in
    </ActionButton>
  </div>
);
