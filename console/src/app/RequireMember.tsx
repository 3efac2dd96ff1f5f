import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { MemberContext } from '../api/member.ts';
import { isSignedOut } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Loaded } from '../page/Loaded.tsx';
import { SignInForm } from '../signin/SignInForm.tsx';
import { GuestFrame } from './GuestFrame.tsx';

/**
 * Shows its children to a member who is signed in, and the sign-in form at the same address to anyone else. When a
 * session ends, what was typed stays behind the form, for the same member.
 */
export function RequireMember({ children }: { children: ReactNode }) {
  const query = useStaffQuery('getStaffMe', {});
  const member = query.data?.results;
  const isHidden = isSignedOut.use();
  const hadMember = useRef(false);
  if (member) hadMember.current = true;
  useEffect(() => {
    if (!isHidden) return;
    // A dialog in a hidden screen would still keep everything else from being used.
    for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
    // What had the focus is gone, or hidden. On the first screen of a visit the browser's focus stays.
    if (hadMember.current) focusHeading();
  }, [isHidden]);
  if (!member && !isHidden) {
    return (
      <GuestFrame>
        <Loaded query={query} lines={3}>
          {() => null}
        </Loaded>
      </GuestFrame>
    );
  }
  return (
    <>
      {isHidden && (
        <GuestFrame>
          <SignInForm hasExpired={member !== undefined} />
        </GuestFrame>
      )}
      {member && (
        <div hidden={isHidden}>
          <MemberContext value={member}>
            {/* Another member must not see what this one has typed. */}
            <Fragment key={member.id}>{children}</Fragment>
          </MemberContext>
        </div>
      )}
    </>
  );
}
