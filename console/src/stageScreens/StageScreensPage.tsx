import { Card } from '@companion/web/ui/Card.tsx';
import { Field } from '@companion/web/ui/Field.tsx';
import { useState } from 'react';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
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

type StageScreen = StaffAnswer<'getStageScreens'>['results'][number];

/** The stage screens: browsers that show the stage without anyone signed in. */
export function StageScreensPage() {
  const query = useStaffQuery('getStageScreens', {});
  const [confirming, setConfirming] = useState<StageScreen>();
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
              {(stageScreen) => (
                <li key={stageScreen.id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{stageScreen.name}</b>
                    <span className={listStyles.detail}>
                      {stageScreen.lastUsedAt
                        ? `Last used ${dateTimeText(stageScreen.lastUsedAt)}`
                        : 'Not connected yet'}
                      , responsible: <span className="written">{stageScreen.createdBy}</span>
                    </span>
                  </div>
                  <ActionButton
                    variant="secondary"
                    size="small"
                    aria-label={`Revoke ${stageScreen.name}`}
                    onPress={() => setConfirming(stageScreen)}
                  >
                    Revoke
                  </ActionButton>
                </li>
              )}
            </ShortList>
          )
        }
      </Loaded>
      <AddStageScreen />
      {confirming && <ConfirmRevoke stageScreen={confirming} onClose={() => setConfirming(undefined)} />}
    </>
  );
}

function ConfirmRevoke({ stageScreen, onClose }: { stageScreen: StageScreen; onClose(): void }) {
  const { send, isSending } = useStaffMutation('revokeStageScreen', ['getStageScreens']);
  const confirm = async () => {
    const done = await send({ stageScreenId: stageScreen.id });
    onClose();
    if (done) toastDone(`${stageScreen.name} no longer shows the stage.`);
  };
  return (
    <ConfirmDialog
      title={`Revoke ${stageScreen.name}?`}
      action="Revoke"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The screen goes dark within seconds. To use it again, it needs a new link.</p>
    </ConfirmDialog>
  );
}

function AddStageScreen() {
  const { send, isSending, failure } = useStaffMutation('createStageScreen', ['getStageScreens'], {
    showsFailure: true,
  });
  const [made, setMade] = useState<StaffAnswer<'createStageScreen'>['results']>();
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
          onSubmit={({ name = '' }) => void send({ name }).then((answer) => answer && setMade(answer.results))}
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
