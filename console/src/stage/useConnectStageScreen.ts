import { useEffect, useState } from 'react';
import { reachability } from '../api/reachability.ts';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { dropToken } from '../page/linkToken.ts';

const AGAIN_MS = 5000;

interface Connection {
  /** `waiting`: the server has not answered yet, and is asked again. */
  state: 'connecting' | 'waiting' | 'connected' | 'rejected';
  /** Why it was rejected. */
  message?: string;
}

/**
 * Makes this browser a stage screen. No one may be at the screen: what is no answer of the server is tried again until it
 * is one, and the key stays in the address until then, so that a reload tries again, too.
 * @param key of its link; empty: the browser is a stage screen already
 */
export function useConnectStageScreen(key: string): Connection {
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
