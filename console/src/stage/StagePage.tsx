import { Spinner } from '@companion/web/ui/Spinner.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { reachability } from '../api/reachability.ts';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { dropToken, tokenIn } from '../page/linkToken.ts';
import { useTitle } from '../page/PageHead.tsx';
import { PairingScreen } from './PairingScreen.tsx';
import styles from './StagePage.module.css';
import { StageScreen } from './StageScreen.tsx';
import { useWakeLock } from './useWakeLock.ts';

const AGAIN_MS = 5000;

interface Connection {
  /** `waiting`: the server has not answered yet, and is asked again. */
  state: 'connecting' | 'waiting' | 'connected' | 'rejected';
  /** Why it was rejected. */
  message?: string;
}

/**
 * The screen next to the speakers. Its link, or a code that a member enters, makes this browser a stage screen; from then
 * on it needs no one: it keeps what it shows while the line is cut, and goes on after.
 */
export function StagePage() {
  useTitle('Stage');
  useWakeLock();
  const inAddress = tokenIn(useLocation().hash, 'key');
  const [key, setKey] = useState(inAddress);
  useEffect(() => {
    if (inAddress) setKey(inAddress);
  }, [inAddress]);
  return <ConnectedStage key={key} screenKey={key} />;
}

function ConnectedStage({ screenKey }: { screenKey: string }) {
  const { state, message } = useConnectStageScreen(screenKey);
  const [isPaired, setPaired] = useState(false);
  const [isPairing, setPairing] = useState(false);
  const isRejected = state === 'rejected' && !isPaired;
  if (isRejected || isPairing) {
    const connected = () => {
      setPaired(true);
      setPairing(false);
    };
    return <PairingScreen reason={isRejected ? message : undefined} onConnected={connected} />;
  }
  if (state === 'connected' || isPaired) return <StageScreen onNotConnected={() => setPairing(true)} />;
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

/** One sentence in the middle of the screen. */
const StageMessage = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className={styles.stage}>
    <div className={styles.middle}>
      <h1>{title}</h1>
      <p>{children}</p>
    </div>
  </main>
);

/**
 * Makes this browser a stage screen. No one may be at the screen: what is no answer of the server is tried again until it
 * is one, and the key stays in the address until then, so that a reload tries again, too.
 * @param key of its link; empty: the browser is a stage screen already
 */
function useConnectStageScreen(key: string): Connection {
  const [connection, setConnection] = useState<Connection>({ state: key ? 'connecting' : 'connected' });
  useEffect(() => {
    if (!key) return;
    let isAsking = false;
    let isOver = false;
    const connect = async () => {
      if (isAsking) return;
      isAsking = true;
      const result = await askToConnect(key);
      isAsking = false;
      if (isOver) return;
      if (result.state !== 'waiting') {
        stop();
        dropToken();
      }
      setConnection(result);
    };
    const timer = setInterval(connect, AGAIN_MS);
    const stopWatching = reachability.onReachable(connect);
    const stop = () => {
      isOver = true;
      clearInterval(timer);
      stopWatching();
    };
    void connect();
    return stop;
  }, [key]);
  return connection;
}

async function askToConnect(key: string): Promise<Connection> {
  try {
    await sendStaffCall('connectStageScreen', { token: key });
    return { state: 'connected' };
  } catch (error) {
    // sendStaffCall throws nothing else.
    const failure = error as StaffFailure;
    return isFinal(failure) ? { state: 'rejected', message: failure.message } : { state: 'waiting' };
  }
}

/** Whether the server itself rejected the key. A captive portal's page has no trace id. */
const isFinal = ({ status, traceId }: StaffFailure): boolean =>
  traceId !== '' && status >= 400 && status < 500 && status !== 408 && status !== 429;
