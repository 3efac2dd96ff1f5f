import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { useEffect, useState } from 'react';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { takeToken } from '../page/takeToken.ts';
import { useTitle } from '../page/useTitle.ts';
import { StageMessage } from './StageMessage.tsx';
import styles from './StagePage.module.css';
import { StageScreen } from './StageScreen.tsx';

/**
 * The screen next to the speakers. Its link makes this browser a stage screen; from then on it needs no one: it keeps
 * what it shows while the line is cut, and goes on after.
 */
export function StagePage() {
  useTitle('Stage');
  const [key] = useState(() => takeToken('key'));
  const { send, failure } = useStaffMutation('connectDevice', [], { showsFailure: true });
  const [isConnected, setConnected] = useState(key === '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: connects once
  useEffect(() => {
    if (key) void send({ body: { token: key } }).then((answer) => setConnected(answer !== undefined));
  }, []);
  if (failure) return <StageMessage title="This screen is not connected">{failure.message}</StageMessage>;
  if (isConnected) return <StageScreen />;
  return (
    <main className={styles.stage}>
      <h1 className="visually-hidden">Stage</h1>
      <Spinner label="Connecting" />
    </main>
  );
}
