import { passkeyForm } from '@companion/contract/staff/passkeys';
import { Card } from '@companion/web/ui/Card.tsx';
import { failureWith } from '../api/StaffFailure.ts';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { loadPasskeys, passkeyProblem } from '../page/loadPasskeys.ts';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { browserName } from './browserName.ts';
import styles from './SecondFactor.module.css';

/** The own passkeys: each signs in without password and code. */
export function Passkeys() {
  const query = useStaffQuery('getPasskeys', {});
  const hasApp = useStaffQuery('getSecondFactor', {}).data?.results.isEnabled;
  const remove = useStaffMutation('removePasskey', ['getPasskeys', 'getSecondFactor', 'getStaffSessions']);
  const problem = passkeyProblem();
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <Loaded query={query} lines={2}>
        {({ results }) =>
          results.length > 0 && (
            <Card as="ul" className={listStyles.list}>
              {results.map(({ id, name, createdAt, lastUsedAt }) => (
                <li key={id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{name}</b>
                    <span className={listStyles.detail}>
                      Added {dateTimeText(createdAt)},{' '}
                      {lastUsedAt ? `last used ${dateTimeText(lastUsedAt)}` : 'not used yet'}
                    </span>
                  </div>
                  <ConfirmButton
                    size="small"
                    action="Remove"
                    aria-label={`Remove ${name}`}
                    title={`Remove ${name}?`}
                    onConfirm={() => remove.send({ passkeyId: id }, `The passkey ${name} is removed.`)}
                  >
                    <p>
                      It no longer signs you in, and you are signed out everywhere else. Your device still lists it
                      until you delete it there, too.
                    </p>
                    {results.length === 1 && hasApp === false && <p>Then your password alone signs you in.</p>}
                  </ConfirmButton>
                </li>
              ))}
            </Card>
          )
        }
      </Loaded>
      <Card className={styles.part}>
        <p>
          A passkey signs you in with your finger, your face or the PIN of your device, in place of password and code.
          No one can steal it with a forged page. While you have one, your password alone opens nothing.
        </p>
        {problem ? <p>{problem}</p> : <AddPasskey />}
      </Card>
    </section>
  );
}

const AddPasskey = () => (
  <StaffForm
    action="Add a passkey"
    onSubmit={async ({ name: typed = '' }) => {
      // Before the browser makes a passkey that the server would reject.
      const name = passkeyForm.shape.name.safeParse(typed);
      if (!name.success) {
        const { message = '' } = name.error.issues[0] ?? {};
        throw failureWith(message, { name: message });
      }
      const { addPasskey } = await loadPasskeys();
      if (!(await addPasskey(name.data))) return false;
      toastDone(`The passkey ${name.data} is added.`);
    }}
  >
    <FormField
      label="Name of the passkey"
      hint="So that you know which device it is, such as: my phone"
      name="name"
      autoComplete="off"
      defaultValue={browserName(navigator.userAgent)}
    />
  </StaffForm>
);
