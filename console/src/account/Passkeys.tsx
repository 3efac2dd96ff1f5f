import { passkeyForm } from '@companion/contract/staff/passkeys';
import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { loadPasskeys } from '../api/loadPasskeys.ts';
import { readAgain } from '../api/readAgain.ts';
import { failureWith, type StaffFailure } from '../api/StaffFailure.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { store } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { browserName } from '../page/browserName.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { passkeyProblem } from '../page/passkeyProblem.ts';
import { StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import styles from './SecondFactor.module.css';

type Passkey = StaffAnswer<'getPasskeys'>['results'][number];

/** The own passkeys: each signs in without password and code. */
export function Passkeys() {
  const query = useStaffQuery('getPasskeys', {});
  const [confirming, setConfirming] = useState<Passkey>();
  const problem = passkeyProblem();
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <Loaded query={query} lines={2}>
        {({ results }) =>
          results.length > 0 && (
            <Card as="ul" className={listStyles.list}>
              {results.map((passkey) => (
                <li key={passkey.id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{passkey.name}</b>
                    <span className={listStyles.detail}>
                      Added {dateTimeText(passkey.createdAt)},{' '}
                      {passkey.lastUsedAt ? `last used ${dateTimeText(passkey.lastUsedAt)}` : 'not used yet'}
                    </span>
                  </div>
                  <ActionButton
                    variant="secondary"
                    size="small"
                    aria-label={`Remove ${passkey.name}`}
                    onPress={() => setConfirming(passkey)}
                  >
                    Remove
                  </ActionButton>
                </li>
              ))}
            </Card>
          )
        }
      </Loaded>
      <Card className={styles.part}>
        <p>
          A passkey signs you in with your finger, your face or the PIN of your device, in place of password and code.
          No one can steal it with a forged page.
        </p>
        {problem ? <p>{problem}</p> : <AddPasskey />}
      </Card>
      {confirming && <ConfirmRemove passkey={confirming} onClose={() => setConfirming(undefined)} />}
    </section>
  );
}

function AddPasskey() {
  const [{ round, isSending, failure }, setState] = useState<{
    /** Another form after each passkey. */
    round: number;
    isSending: boolean;
    failure?: StaffFailure;
  }>({ round: 0, isSending: false });
  const submit = async ({ name: typed = '' }: Record<string, string>) => {
    // Before the browser makes a passkey that the server would reject.
    const name = passkeyForm.shape.name.safeParse(typed);
    if (!name.success) {
      const { message = '' } = name.error.issues[0] ?? {};
      return setState({
        round,
        isSending: false,
        failure: failureWith(message, { name: message }),
      });
    }
    setState({ round, isSending: true });
    try {
      const isAdded = await (await loadPasskeys()).addPasskey(name.data);
      setState({ round: isAdded ? round + 1 : round, isSending: false });
      if (isAdded) toastDone(`The passkey ${name.data} is added.`);
    } catch (error) {
      // Neither throws anything else.
      const failed = error as StaffFailure;
      // The dialog that confirming for the password was closed.
      setState({ round, isSending: false, ...(failed.code === 'confirm' ? {} : { failure: failed }) });
    }
    store.dispatch(readAgain(['getPasskeys', 'getSecondFactor'], 'restart'));
  };
  return (
    <StaffForm key={round} action="Add a passkey" failure={failure} isSending={isSending} onSubmit={submit}>
      <Field
        label="Name of the passkey"
        hint="So that you know which device it is, such as: my phone"
        name="name"
        autoComplete="off"
        defaultValue={browserName(navigator.userAgent)}
        error={failure?.errors.name}
      />
    </StaffForm>
  );
}

function ConfirmRemove({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const { send, isSending } = useStaffMutation('removePasskey', ['getPasskeys', 'getSecondFactor']);
  const confirm = async () => {
    const done = await send({ passkeyId: passkey.id });
    onClose();
    if (done) toastDone(`The passkey ${passkey.name} is removed.`);
  };
  return (
    <ConfirmDialog
      title={`Remove ${passkey.name}?`}
      action="Remove"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>It no longer signs you in. Your device still lists it until you delete it there, too.</p>
    </ConfirmDialog>
  );
}
