import { buttonClass } from '@companion/web/ui/buttonClass.ts';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useMember } from '../api/member.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Notice } from '../page/Notice.tsx';
import { paths } from '../paths.ts';

/** The account's screen has both; the run mode needs its room. */
const WITHOUT_HINT: string[] = [paths.account, paths.run];

/** Leads an owner whose password alone opens everything to a passkey or an authenticator app; until then, at each visit. */
export function PasswordOnlyHint() {
  const isOwner = useMember().role === 'owner';
  const { pathname } = useLocation();
  const [isPutOff, setPutOff] = useState(false);
  const factor = useStaffQuery('getSecondFactor', {}, { isOn: isOwner }).data?.results;
  const isNeeded = isOwner && factor && !factor.isEnabled && factor.passkeys === 0;
  if (!isNeeded || isPutOff || WITHOUT_HINT.includes(pathname)) return null;
  return (
    <Notice
      label="Security of your account"
      actions={
        <>
          <Link to={paths.account} className={buttonClass()}>
            Secure your account
          </Link>
          <ActionButton variant="secondary" onPress={() => setPutOff(true)}>
            Later
          </ActionButton>
        </>
      }
    >
      <b>Your password alone opens everything.</b> As an owner, add a passkey or an authenticator app, so that a stolen
      password is not enough.
    </Notice>
  );
}
