import { Card } from '@companion/web/ui/Card.tsx';
import { useMember } from '../api/MemberContext.ts';
import { refresh } from '../api/queryCache.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { noticeDone, noticeProblem } from '../page/notices.ts';
import { PageHead } from '../page/PageHead.tsx';
import { ROLE_MEANINGS, ROLE_NAMES } from '../page/roleNames.ts';

/** The member's own account. */
export function AccountPage() {
  const { name, email, role } = useMember();
  const { send, isSending } = useStaffMutation('signOutStaff');
  const signOut = async () => {
    if (await send({})) {
      refresh('getStaffMe');
      noticeDone('You are signed out.');
    } else noticeProblem('You are still signed in: the server did not answer. Please try again.');
  };
  return (
    <>
      <PageHead
        title="Your account"
        actions={
          <ActionButton variant="danger" busy={isSending} onPress={() => void signOut()}>
            Sign out
          </ActionButton>
        }
      >
        {email}
      </PageHead>
      <Card>
        <p>
          <b className="written">{name}</b>, {ROLE_NAMES[role].toLowerCase()}
        </p>
        <p>{ROLE_MEANINGS[role]}.</p>
      </Card>
    </>
  );
}
