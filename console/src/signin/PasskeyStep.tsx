import { FocusedHeading } from '@companion/web/ui/FocusedHeading.tsx';
import { useState } from 'react';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { enterSession } from '../api/store.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { FormFailure, useAttempt } from '../page/StaffForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { BackToSignIn, SignInCodeForm } from './SignInCodeForm.tsx';
import styles from './SignInForm.module.css';

/**
 * After the password of a member with a passkey and no authenticator app: the passkey, or a code by mail.
 */
export function PasskeyStep({ onBack }: { onBack(): void }) {
  const { attempt, isBusy, failure } = useAttempt();
  const [sent, setSent] = useState<string>();
  const mail = () => attempt(async () => setSent((await sendStaffCall('mailSignInCode', {})).message));
  return (
    <>
      <FocusedHeading>{sent === undefined ? 'Use your passkey' : 'Enter your code'}</FocusedHeading>
      <p className={styles.line}>
        {sent ?? 'Your password needs it as well. If it is not at hand, we can mail you a code.'}
      </p>
      {sent !== undefined && <SignInCodeForm hint="Six digits from the newest mail" isNumeric />}
      <div className={styles.passkey}>
        <PasskeyButton onSignedIn={enterSession} />
      </div>
      <div className={styles.passkey}>
        <FormFailure failure={failure} />
        <ActionButton variant="secondary" busy={isBusy} onPress={() => void mail()}>
          {sent === undefined ? 'Mail me a code' : 'Mail the code again'}
        </ActionButton>
      </div>
      <BackToSignIn onBack={onBack} />
    </>
  );
}
