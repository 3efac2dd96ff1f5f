import { CODE_DIGITS } from '@companion/contract/constants';
import { type Profile, SIGN_IN_MAILED, SIGN_IN_TEXTED } from '@companion/contract/session';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { replaceSession } from '../api/refreshSession.ts';
import { useLoginMutation, useSmsLoginMutation } from '../api/sessionApi.ts';
import { useFocusKept } from '../page/useFocusKept.ts';
import { paths } from '../paths.ts';
import { draftKey, readDraft, writeDraft } from '../session/drafts.ts';
import { describeError } from '../toasts/describeError.ts';
import { notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import styles from './PhoneConfirmationCard.module.css';
import { useSmsCode } from './useSmsCode.ts';

export interface PhoneConfirmationCardProps {
  account: Pick<Profile, 'id' | 'phone'>;
  /** Why it is asked, in one sentence. */
  reason: string;
  /** Whether the attendee can put it aside until the next visit. */
  mayWait?: boolean;
}

/** Confirms the account's phone number (decision 056): one tap texts a code, by the calls and limits of a sign-in. */
export function PhoneConfirmationCard({ account: { id, phone }, reason, mayWait = false }: PhoneConfirmationCardProps) {
  const heading = useId();
  const asideKey = draftKey(id, 'confirm-later');
  const [isAside, setIsAside] = useState(() => mayWait && readDraft(asideKey) === true);
  const [isTexted, setIsTexted] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [login, { isLoading }] = useLoginMutation();

  /** Resolves with whether a code is on its way. */
  const textCode = async () => {
    const { data, error } = await login({ phone });
    const isMailed = Object(data).message === SIGN_IN_MAILED;
    setFailure(error ? describeError(error).message : isMailed ? NOT_TEXTED : undefined);
    const isSent = !error && !isMailed;
    if (isSent) setIsTexted(true);
    return isSent;
  };
  const putAside = () => {
    writeDraft(asideKey, true);
    setIsAside(true);
  };

  if (isAside) return null;
  return (
    <ConfirmCard labelledBy={heading}>
      <h2 id={heading}>Confirm your phone number</h2>
      {isTexted ? <CodeForm phone={phone} onTextAgain={textCode} /> : <p>{reason}</p>}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure} {failure === NOT_TEXTED && <Link to={paths.editProfile}>Edit Profile</Link>}
        </p>
      )}
      {!isTexted && (
        <div className={styles.actions}>
          <Button variant="secondary" busy={isLoading} disabled={isLoading} onClick={textCode}>
            Text Me a Code
          </Button>
          {mayWait && (
            <Button variant="secondary" disabled={isLoading} onClick={putAside}>
              Not Now
            </Button>
          )}
        </div>
      )}
    </ConfirmCard>
  );
}

const NOT_TEXTED = 'Your number could not be texted. If it is wrong, correct it:';

/** The card. When it disappears with one of its controls focused, the focus moves to the page's heading. */
function ConfirmCard({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const content = useFocusKept<HTMLDivElement>();
  return (
    <Card as="section" aria-labelledby={labelledBy}>
      <div ref={content} className={styles.content}>
        {children}
      </div>
    </Card>
  );
}

/** Exchanges the code for a session that has proved the phone. The account stays, and so does all that it has not sent. */
function CodeForm({ phone, onTextAgain }: { phone: string; onTextAgain: () => Promise<boolean> }) {
  const [smsLogin] = useSmsLoginMutation();
  const [isTexting, setIsTexting] = useState(false);
  const [status, setStatus] = useState(SIGN_IN_TEXTED);
  const { isSending, isBlocked, onSubmit, field } = useSmsCode(phone, async (code) => {
    const answer = await replaceSession(() => smsLogin({ phone, code }));
    if (!answer.error) notifySuccess('Your phone number is confirmed.');
    return answer;
  });
  const textAgain = async () => {
    setIsTexting(true);
    setStatus('');
    if (await onTextAgain()) setStatus(AGAIN);
    setIsTexting(false);
  };
  return (
    <form className={styles.content} onSubmit={onSubmit} noValidate>
      <p role="status">{status}</p>
      <Field {...field} hint={`The ${CODE_DIGITS} digits sent to ${phone}.`} className={styles.code} />
      <div className={styles.actions}>
        <Button type="submit" busy={isSending} disabled={isBlocked}>
          Confirm
        </Button>
        <Button variant="secondary" busy={isTexting} disabled={isTexting} onClick={textAgain}>
          Send Again
        </Button>
      </div>
    </form>
  );
}

const AGAIN = 'If no message comes within a minute, send again or check the number under Edit Profile.';
