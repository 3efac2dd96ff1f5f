import { Card } from '@companion/web/ui/Card.tsx';
import { useMember } from '../api/MemberContext.ts';
import { memberLeft } from '../api/sessionSlice.ts';
import { store } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';
import styles from './AccountPage.module.css';
import { ChangePassword } from './ChangePassword.tsx';
import { Passkeys } from './Passkeys.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';

/** The member's own account. */
export function AccountPage() {
  const { name, email, role } = useMember();
  const { send, isSending } = useStaffMutation('signOutStaff');
  const signOut = async () => {
    if (await send({})) {
      store.dispatch(memberLeft());
      toastDone('You are signed out.');
    }
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
        <SecondFactor />
        <ChangePassword />
        <Sessions />
      </div>
    </>
  );
}
