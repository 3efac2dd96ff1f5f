import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import { noticeDone } from '../api/notices.ts';
import type { StaffAnswer } from '../api/sendStaffCall.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { SecretLink } from '../page/SecretLink.tsx';
import { ShortList } from '../page/ShortList.tsx';
import { StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';

type Device = StaffAnswer<'getDevices'>['results'][number];

/** The stage screens: browsers that show the stage without anyone signed in. */
export function DevicesPage() {
  const query = useStaffQuery('getDevices', {});
  const [asks, setAsks] = useState<Device>();
  return (
    <>
      <PageHead title="Stage screens">
        Browsers that show the stage, and nothing else. <a href={paths.stage}>See the stage in this browser.</a>
      </PageHead>
      <Loaded query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <p className={listStyles.none}>There is no stage screen yet.</p>
          ) : (
            <ShortList
              items={results}
              name="q"
              label="Search the stage screens"
              textOf={({ name, createdBy }) => `${name} ${createdBy}`}
            >
              {(device) => (
                <li key={device.id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{device.name}</b>
                    <span className={listStyles.detail}>
                      {device.lastUsedAt ? `Last used ${dateTimeText(device.lastUsedAt)}` : 'Not connected yet'},
                      responsible: <span className="written">{device.createdBy}</span>
                    </span>
                  </div>
                  <ActionButton
                    variant="secondary"
                    size="small"
                    aria-label={`Revoke ${device.name}`}
                    onPress={() => setAsks(device)}
                  >
                    Revoke
                  </ActionButton>
                </li>
              )}
            </ShortList>
          )
        }
      </Loaded>
      <AddDevice />
      {asks && <AskRevoke device={asks} onClose={() => setAsks(undefined)} />}
    </>
  );
}

function AskRevoke({ device, onClose }: { device: Device; onClose(): void }) {
  const { send, isSending } = useStaffMutation('revokeDevice', ['getDevices']);
  const confirm = async () => {
    const done = await send({ params: { deviceId: device.id } });
    onClose();
    if (done) noticeDone(`${device.name} no longer shows the stage.`);
  };
  return (
    <ConfirmDialog
      title={`Revoke ${device.name}?`}
      action="Revoke"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The screen goes dark within seconds. To use it again, it needs a new link.</p>
    </ConfirmDialog>
  );
}

function AddDevice() {
  const { send, isSending, failure } = useStaffMutation('createDevice', ['getDevices'], { showsFailure: true });
  const [made, setMade] = useState<StaffAnswer<'createDevice'>['results']>();
  return (
    <section aria-labelledby="add">
      <h2 id="add">Add a stage screen</h2>
      {made && (
        <SecretLink link={made.link}>
          Open this link on {made.name}. It is shown only here, and works until the screen is revoked.
        </SecretLink>
      )}
      <Card>
        <StaffForm
          key={made?.id}
          action="Make a link"
          failure={failure}
          isSending={isSending}
          onSubmit={({ name = '' }) =>
            void send({ body: { name } }).then((answer) => answer && setMade(answer.results))
          }
        >
          <Field
            label="Name of the screen"
            hint="Where it is, such as: main hall, left"
            name="name"
            autoComplete="off"
            error={failure?.errors.name}
          />
        </StaffForm>
      </Card>
    </section>
  );
}
