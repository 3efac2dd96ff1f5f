import { isTemporary } from '@companion/client/network/callFailure';
import type { Profile } from '@companion/contract/session';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useProveEmailMutation, useSendEmailProofMutation } from '../api/accountApi.ts';
import { PhoneConfirmationCard } from '../forms/PhoneConfirmationCard.tsx';
import { useFocusKept } from '../page/useFocusKept.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { describeError } from '../toasts/describeError.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './PhoneChange.module.css';

/**
 * Proves the account's e-mail address. The mailed link leads here and takes effect only after the attendee confirms
 * that the address is theirs, since it may be another person's (decision 022). A link can be asked for once the phone is
 * confirmed, so that comes first.
 */
export function EmailProof({ profile }: { profile: Profile }) {
  const token = new URLSearchParams(useLocation().search).get('confirm');
  const accessToken = useAppSelector((state) => state.session.accessToken);
  const [rejectedToken, setRejectedToken] = useState<string>();
  if (token === null && (profile.confirmed === false || rejectedToken === accessToken)) {
    // At once: a card that comes late would move the form below it.
    return (
      <PhoneConfirmationCard
        key={profile.phone}
        account={profile}
        reason={`Then we can mail you a link that confirms ${profile.email} too.`}
      />
    );
  }
  return (
    <Card as="section" aria-label="Confirm your address">
      {token === null ? (
        <SendProof profile={profile} onForbidden={() => setRejectedToken(accessToken)} />
      ) : (
        <Confirm profile={profile} token={token} />
      )}
    </Card>
  );
}

interface SendProofProps {
  profile: Profile;
  /** This session has proved no phone, though the account is confirmed: by a ticket, or on another device. */
  onForbidden: () => void;
}

function SendProof({ profile: { id, email }, onForbidden }: SendProofProps) {
  const [sendEmailProof, { isLoading: isSending }] = useSendEmailProofMutation();
  const [status, setStatus] = useState('');
  const form = useFocusKept<HTMLDivElement>();

  const send = async () => {
    const { data, error } = await sendEmailProof({ id });
    if (Object(error).status === 403) onForbidden();
    else setStatus(error ? describeError(error).message : (data?.message ?? ''));
  };

  return (
    <div ref={form} className={styles.form}>
      <p>
        Your email address <strong>{email}</strong> is not confirmed yet. Once it is, we can mail you a sign-in link
        when no text message reaches your phone.
      </p>
      <Button variant="secondary" busy={isSending} disabled={isSending} onClick={send}>
        Send confirmation link
      </Button>
      <p role="status" className={styles.status}>
        {status}
      </p>
    </div>
  );
}

function Confirm({ profile: { id, email }, token }: { profile: Profile; token: string }) {
  const [proveEmail, { isLoading: isProving }] = useProveEmailMutation();
  const navigate = useNavigateFromHere();
  const form = useFocusKept<HTMLDivElement>();

  const confirm = async () => {
    const { error } = await proveEmail({ id, token });
    // The link may still be good.
    if (error && 'status' in error && isTemporary(error)) return;
    navigate(paths.editProfile, { replace: true });
    if (!error) notifySuccess('Your email address is confirmed.');
  };

  return (
    <div ref={form} className={styles.form}>
      <p>
        Is <strong>{email}</strong> your email address? Sign-in links may be sent to it. If it is not yours, change it
        below.
      </p>
      <Button busy={isProving} disabled={isProving} onClick={confirm}>
        Confirm my email address
      </Button>
    </div>
  );
}
