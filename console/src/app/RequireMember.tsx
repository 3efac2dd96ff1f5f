import { Skeleton } from '@companion/web/ui/Skeleton.tsx';
import { Fragment, type ReactNode, useEffect } from 'react';
import { MemberContext } from '../api/MemberContext.ts';
import { selectIsSignedOut } from '../api/sessionSlice.ts';
import { useStaffSelector } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { FailureMessage } from '../page/FailureMessage.tsx';
import { SignInForm } from '../signin/SignInForm.tsx';
import { GuestFrame } from './GuestFrame.tsx';

/**
 * Shows its children to a member who is signed in, and the sign-in form at the same address to anyone else. When a
 * session ends, what was typed stays behind the form, for the same member.
 */
export function RequireMember({ children }: { children: ReactNode }) {
  const query = useStaffQuery('getStaffMe', {});
  const member = query.data?.results;
  const isSignedOut = useStaffSelector(selectIsSignedOut);
  useEffect(() => {
    if (!isSignedOut) return;
    // A dialog in a hidden screen would still keep everything else from being used.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  }, [isSignedOut]);
  if (!member && !isSignedOut) {
    return (
      <GuestFrame>
        {query.failure ? <FailureMessage failure={query.failure} retry={query.refetch} /> : <Skeleton lines={3} />}
      </GuestFrame>
    );
  }
  return (
    <>
      {isSignedOut && (
        <GuestFrame>
          <SignInForm hasExpired={member !== undefined} />
        </GuestFrame>
      )}
      {member && (
        <div hidden={isSignedOut}>
          <MemberContext value={member}>
            {/* Another member must not see what this one has typed. */}
            <Fragment key={member.id}>{children}</Fragment>
          </MemberContext>
        </div>
      )}
    </>
  );
}
