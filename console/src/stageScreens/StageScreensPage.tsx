import { isolated } from '@companion/contract/isolated';
import { Card } from '@companion/web/ui/Card.tsx';
import { useEffect, useState } from 'react';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { SecretLink } from '../page/SecretLink.tsx';
import { ShortList } from '../page/ShortList.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';
import { BetweenPolls } from './BetweenPolls.tsx';
import { freeName } from './freeName.ts';
import { StagePicture } from './StagePicture.tsx';
import styles from './StageScreensPage.module.css';

/** A screen that was added shows soon that it is connected. */
const AGAIN_MS = 2000;
/** A browser whose code was entered asks for its key every few seconds: until then nothing is wrong. */
const CONNECTING_MS = 20_000;

/** The stage screens: browsers that show the stage without anyone signed in. */
export function StageScreensPage() {
  const query = useStaffQuery('getStageScreens', {}, { everyMs: AGAIN_MS });
  const revoke = useStaffMutation('revokeStageScreen', ['getStageScreens']);
  const [connecting, setConnecting] = useState<string>();
  useEffect(() => {
    if (connecting === undefined) return undefined;
    const timer = setTimeout(() => setConnecting(undefined), CONNECTING_MS);
    return () => clearTimeout(timer);
  }, [connecting]);
  const usedText = (id: string, lastUsedAt: string | null) => {
    if (lastUsedAt) return `Last used ${dateTimeText(lastUsedAt)}`;
    return id === connecting ? 'Connecting' : 'Not connected yet';
  };
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
              {({ id, name, lastUsedAt, createdBy }) => (
                <li key={id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b className="written">{name}</b>
                    <span className={listStyles.detail}>
                      {usedText(id, lastUsedAt)}, responsible: <span className="written">{createdBy}</span>
                    </span>
                  </div>
                  <ConfirmButton
                    size="small"
                    action="Revoke"
                    aria-label={`Revoke ${name}`}
                    title={`Revoke ${name}?`}
                    onConfirm={() => revoke.send({ stageScreenId: id }, `${name} no longer shows the stage.`)}
                  >
                    <p>The screen goes dark within seconds. To use it again, it needs a new link.</p>
                  </ConfirmButton>
                </li>
              )}
            </ShortList>
          )
        }
      </Loaded>
      <AddStageScreen
        ownName={freeName((query.data?.results ?? []).map(({ name }) => name))}
        onPaired={setConnecting}
      />
      <section aria-labelledby="between" className={styles.between}>
        <h2 id="between">While nothing is on stage</h2>
        <Card className={styles.add}>
          <BetweenPolls />
          <StagePicture />
        </Card>
      </section>
    </>
  );
}

const WAYS = [
  ['code', 'By the code that it shows'],
  ['link', 'By a link'],
] as const;

interface AddProps {
  /** Of a screen that is given none. */
  ownName: string;
  onPaired(id: string): void;
}

function AddStageScreen({ ownName, onPaired }: AddProps) {
  const [way, setWay] = useState<(typeof WAYS)[number][0]>('code');
  return (
    <section aria-labelledby="add">
      <h2 id="add">Add a stage screen</h2>
      <Card className={styles.add}>
        <Choices label="How" options={WAYS} value={way} onChange={setWay} />
        {way === 'code' ? <CodeForm ownName={ownName} onPaired={onPaired} /> : <LinkForm ownName={ownName} />}
      </Card>
    </section>
  );
}

function CodeForm({ ownName, onPaired }: AddProps) {
  const pair = async ({ code = '', name = '' }: Record<string, string>) => {
    const { results } = await sendStaffCall('pairStageScreen', { code, name: name.trim() || ownName }, [
      'getStageScreens',
    ]);
    onPaired(results.id);
    toastDone(`${isolated(results.name)} shows the stage in a moment.`);
  };
  return (
    <>
      <p>
        Open <b className={styles.address}>{`${window.location.host}${paths.stage}`}</b> in the browser at the
        projector, and type the code that it shows.
      </p>
      <StaffForm action="Connect the screen" onSubmit={pair}>
        <FormField
          label="Code on the screen"
          name="code"
          className={styles.code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <ScreenNameField ownName={ownName} />
      </StaffForm>
    </>
  );
}

/** For a screen whose code no one can read, such as one that is set up before the event. */
function LinkForm({ ownName }: { ownName: string }) {
  const [made, setMade] = useState<StaffAnswer<'createStageScreen'>['results']>();
  const make = async ({ name = '' }: Record<string, string>) =>
    setMade((await sendStaffCall('createStageScreen', { name: name.trim() || ownName }, ['getStageScreens'])).results);
  return (
    <>
      {made && (
        <SecretLink link={made.link}>
          Open this link on {isolated(made.name)}. It is shown only here, and works until the screen is revoked.
        </SecretLink>
      )}
      <StaffForm action="Make a link" onSubmit={make}>
        <ScreenNameField ownName={ownName} />
      </StaffForm>
    </>
  );
}

const ScreenNameField = ({ ownName }: { ownName: string }) => (
  <FormField
    label="Name of the screen (optional)"
    hint={`Where it is, such as: main hall, left. Without a name it is ${ownName}.`}
    name="name"
    autoComplete="off"
  />
);
