import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { useMember } from '../api/member.ts';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import { leaveSession } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import { FormField, NewPasswordField, StaffForm } from '../page/StaffForm.tsx';
import styles from './AccountPage.module.css';
import { Passkeys } from './Passkeys.tsx';
import { PasskeysOffer } from './PasskeysOffer.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

/** The member's own account. */
export function AccountPage() {
  const { name, email, role } = useMember();
  const [isOffering, setOffering] = useState(false);
  const offer = () => setOffering(true);
  const { send, isSending } = useStaffMutation('signOutStaff');
  const signOut = async () => {
    if (!(await send({}))) return;
    leaveSession();
    toastDone('You are signed out.');
  };
  return (
    <>
      <PageHead
        title="Your account"
        actions={
          <ActionButton variant="secondary" busy={isSending} onPress={() => void signOut()}>
            Sign out
          </ActionButton>
        }
      >
        {email}
      </PageHead>
      <div className={styles.parts}>
        <Card>
          <p>
            <b className="written">{name}</b>, {ROLE_NAMES[role].toLowerCase()}
          </p>
          <p>{ROLE_MEANINGS[role]}.</p>
        </Card>
        <Passkeys />
        <SecondFactor onEnabled={offer} />
        <ChangePassword onChanged={offer} />
        <Sessions />
      </div>
      {isOffering && <PasskeysOffer onClose={() => setOffering(false)} />}
    </>
  );
}

/** Another password, which ends all other sessions. */
function ChangePassword({ onChanged }: { onChanged(): void }) {
  const { email } = useMember();
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <Card>
        <StaffForm
          action="Change the password"
          onSubmit={async ({ password = '', newPassword = '' }) => {
            await sendStaffCall('changeStaffPassword', { password, newPassword }, ['getStaffSessions']);
            toastDone('Your password is changed, and you are signed out everywhere else.');
            onChanged();
          }}
        >
          {/* For password managers. */}
          <input hidden readOnly name="email" autoComplete="username" value={email} />
          <FormField label="Your password" name="password" type="password" autoComplete="current-password" />
          <NewPasswordField label="New password" name="newPassword" />
        </StaffForm>
      </Card>
    </section>
  );
}
