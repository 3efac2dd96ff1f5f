import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useEffect, useState } from 'react';
import { tokenIn, useHash } from '../page/linkToken.ts';
import { useTitle } from '../page/PageHead.tsx';
import styles from './StagePage.module.css';
import { StageMessage, StageScreen } from './StageScreen.tsx';
import { useConnectStageScreen } from './useConnectStageScreen.ts';

/**
 * The screen next to the speakers. Its link makes this browser a stage screen; from then on it needs no one: it keeps
 * what it shows while the line is cut, and goes on after.
 */
export function StagePage() {
  useTitle('Stage');
  const inAddress = tokenIn(useHash(), 'key');
  const [key, setKey] = useState(inAddress);
  useEffect(() => {
    if (inAddress) setKey(inAddress);
  }, [inAddress]);
  return <ConnectedStage key={key} screenKey={key} />;
}

function ConnectedStage({ screenKey }: { screenKey: string }) {
  const { state, message } = useConnectStageScreen(screenKey);
  if (state === 'connected') return <StageScreen />;
  if (state === 'rejected') return <StageMessage title="This screen is not connected">{message}</StageMessage>;
  if (state === 'waiting') {
    return (
      <StageMessage title="This screen is not connected yet">
        The server does not answer. It is asked again by itself.
      </StageMessage>
    );
  }
  return (
    <main className={styles.stage}>
      <h1 className="visually-hidden">Stage</h1>
      <Spinner label="Connecting" />
    </main>
  );
}
