import type { Profile } from '@companion/contract/session';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useProveEmailMutation, useSendEmailProofMutation } from '../api/accountApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { paths } from '../paths.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import styles from './PhoneChange.module.css';

/**
 * Proves the account's e-mail address. The mailed link leads here and takes effect only after the attendee confirms
 * that the address is theirs, since it may be another person's (decision 022).
 */
export function EmailProof({ profile }: { profile: Profile }) {
  const token = new URLSearchParams(useLocation().search).get('confirm');
  return (
    <Card as="section" aria-label="Confirm your address">
      {token === null ? <SendProof profile={profile} /> : <Confirm profile={profile} token={token} />}
    </Card>
  );
}

function SendProof({ profile: { id, email } }: { profile: Profile }) {
  const [sendEmailProof, { isLoading: isSending }] = useSendEmailProofMutation();
  const [status, setStatus] = useState('');

  const send = async () => {
    const answer = await sendEmailProof({ id });
    setStatus(answer.data?.message ?? '');
  };

  return (
    <div className={styles.form}>
      <p>
        Your email address <strong>{email}</strong> is not confirmed yet. Once it is, we can mail you a sign-in link
        when no text message reaches your phone. To get a confirmation link, you must have signed in with a code or link
        that we texted to you.
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
    const answer = await proveEmail({ id, token });
    navigate(paths.editProfile, { replace: true });
    if (!answer.error) notifySuccess('Your email address is confirmed.');
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
