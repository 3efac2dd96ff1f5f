import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { noticeDone } from '../api/notices.ts';
import type { StaffAnswer } from '../api/sendStaffCall.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { QrCode } from '../page/QrCode.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import styles from './SecondFactor.module.css';

/** A code of an authenticator app, at each sign-in after the password. */
export function SecondFactor() {
  const query = useStaffQuery('getSecondFactor', {});
  const [codes, setCodes] = useState<string[]>();
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <Card className={styles.part}>
        {codes && <RecoveryCodes codes={codes} />}
        <Loaded query={query} lines={2}>
          {({ results }) =>
            results.isEnabled ? <Enabled codesLeft={results.recoveryCodesLeft} /> : <SetUp onCodes={setCodes} />
          }
        </Loaded>
      </Card>
    </section>
  );
}

const RecoveryCodes = ({ codes }: { codes: string[] }) => (
  <div role="status">
    <p>
      Keep these recovery codes where your phone is not. Each signs you in once, without the app. They are shown only
      here.
    </p>
    <ul className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </div>
);

function SetUp({ onCodes }: { onCodes(codes: string[]): void }) {
  const begin = useStaffMutation('beginSecondFactor');
  const enable = useStaffMutation('enableSecondFactor', ['getSecondFactor'], { showsFailure: true });
  const [made, setMade] = useState<StaffAnswer<'beginSecondFactor'>['results']>();
  if (!made) {
    return (
      <>
        <p>Your password alone signs you in. With a code of an authenticator app, a stolen password is not enough.</p>
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
    const answer = await enable.send({ body: { code } });
    if (answer) onCodes(answer.results.recoveryCodes);
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
      <StaffForm action="Turn on" failure={enable.failure} isSending={enable.isSending} onSubmit={submit}>
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={enable.failure?.errors.code}
        />
      </StaffForm>
    </>
  );
}

function Enabled({ codesLeft }: { codesLeft: number }) {
  const { send, isSending, failure } = useStaffMutation('disableSecondFactor', ['getSecondFactor'], {
    showsFailure: true,
  });
  const submit = async ({ code = '' }: Record<string, string>) => {
    if (await send({ body: { code } })) noticeDone('The second factor is off.');
  };
  return (
    <>
      <p>
        It is on. You have {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </p>
      <StaffForm action="Turn off" failure={failure} isSending={isSending} onSubmit={submit}>
        <Field
          label="Code of the app, or a recovery code"
          name="code"
          autoComplete="one-time-code"
          error={failure?.errors.code}
        />
      </StaffForm>
    </>
  );
}
