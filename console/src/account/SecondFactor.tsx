import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { countText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { QrCode } from '../page/QrCode.tsx';
import { CopyButton } from '../page/SecretLink.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import styles from './SecondFactor.module.css';

/** A code of an authenticator app, at each sign-in after the password. */
export function SecondFactor({ onEnabled }: { onEnabled(): void }) {
  const query = useStaffQuery('getSecondFactor', {});
  const [codes, setCodes] = useState<string[]>();
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <Card className={styles.part}>
        {codes && <RecoveryCodes key={codes[0]} codes={codes} />}
        <Loaded query={query} lines={2}>
          {({ results }) =>
            results.isEnabled ? (
              <Enabled codesLeft={results.recoveryCodesLeft} hasPasskey={results.passkeys > 0} onCodes={setCodes} />
            ) : (
              <SetUp hasPasskey={results.passkeys > 0} onCodes={setCodes} onEnabled={onEnabled} />
            )
          }
        </Loaded>
      </Card>
    </section>
  );
}

/** Comes into view with the focus: they are shown only once. */
const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <section ref={focusNew} tabIndex={-1} aria-labelledby="recovery-codes" className={styles.part}>
    <h3 id="recovery-codes">Your recovery codes</h3>
    <p>
      Keep these recovery codes somewhere other than your phone. Each signs you in once, without the app. They are shown
      only here.
    </p>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} what="the codes" />
  </section>
);

const focusNew = (section: HTMLElement | null): void => {
  section?.focus({ preventScroll: true });
  section?.scrollIntoView({ block: 'center' });
};

interface CodesProps {
  hasPasskey: boolean;
  onCodes(codes: string[] | undefined): void;
}

/** What the password opens without the app. */
const withoutApp = (hasPasskey: boolean): string =>
  hasPasskey ? 'your password needs a passkey, or a code that we mail you.' : 'your password alone signs you in.';

function SetUp({ hasPasskey, onCodes, onEnabled }: CodesProps & { onEnabled(): void }) {
  const begin = useStaffMutation('beginSecondFactor');
  const [made, setMade] = useState<StaffAnswer<'beginSecondFactor'>['results']>();
  if (!made) {
    return (
      <>
        <p>
          Now {withoutApp(hasPasskey)} With a code of an authenticator app,{' '}
          {hasPasskey ? 'not even your mailbox opens your account.' : 'a stolen password is not enough.'}
        </p>
        <ActionButton
          variant="secondary"
          busy={begin.isSending}
          onPress={() => void begin.send({}).then((answer) => answer && setMade(answer.results))}
        >
          Set up an authenticator app
        </ActionButton>
      </>
    );
  }
  const submit = async ({ code = '' }: Record<string, string>) => {
    const { results } = await sendStaffCall('enableSecondFactor', { code }, ['getSecondFactor', 'getStaffSessions']);
    onCodes(results.recoveryCodes);
    toastDone('The authenticator app is on, and you are signed out everywhere else.');
    onEnabled();
  };
  return (
    <>
      <p>Scan this with your authenticator app, or type the secret. Then enter the code that the app shows.</p>
      <div className={styles.code}>
        <QrCode text={made.uri} label="QR code of the secret" />
      </div>
      <p>
        Secret: <b>{made.secret}</b>
      </p>
      <StaffForm action="Turn on" onSubmit={submit}>
        <FormField label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" />
      </StaffForm>
    </>
  );
}

/** What a code of the app is asked for. */
type Change = 'replaceRecoveryCodes' | 'disableSecondFactor';

function Enabled({ codesLeft, ...props }: CodesProps & { codesLeft: number }) {
  const [change, setChange] = useState<Change>();
  return (
    <>
      <p>It is on. You have {countText(codesLeft, 'recovery code')} left.</p>
      {change ? (
        <ChangeForm key={change} {...props} change={change} onClose={() => setChange(undefined)} />
      ) : (
        <div className={styles.actions}>
          <ActionButton variant="secondary" onPress={() => setChange('replaceRecoveryCodes')}>
            Make new recovery codes…
          </ActionButton>
          <ActionButton variant="secondary" onPress={() => setChange('disableSecondFactor')}>
            Turn off…
          </ActionButton>
        </div>
      )}
    </>
  );
}

function ChangeForm({ change, hasPasskey, onCodes, onClose }: CodesProps & { change: Change; onClose(): void }) {
  const isOff = change === 'disableSecondFactor';
  const submit = async ({ code = '' }: Record<string, string>) => {
    const answer = await sendStaffCall(change, { code }, ['getSecondFactor', 'getStaffSessions']);
    onCodes('results' in answer ? answer.results.recoveryCodes : undefined);
    toastDone(isOff ? 'The second factor is off.' : 'You have new recovery codes.');
    onClose();
  };
  return (
    <>
      <p>{isOff ? `Then ${withoutApp(hasPasskey)}` : 'Your current recovery codes will stop working.'}</p>
      <StaffForm action={isOff ? 'Turn off' : 'Make new codes'} onSubmit={submit}>
        <FormField
          label={isOff ? 'Code of the app, or a recovery code' : 'Code of the app'}
          name="code"
          autoComplete="one-time-code"
        />
      </StaffForm>
      <ActionButton variant="secondary" onPress={onClose}>
        Cancel
      </ActionButton>
    </>
  );
}
