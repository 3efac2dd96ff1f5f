import { useEffect, useState } from 'react';
import { serverNow } from '../api/staffApi.ts';

const TICK_MS = 250;

/** The whole seconds until a time, by the server's clock: 0 once it is over, undefined without a time. */
export function useSecondsLeft(time: string | null): number | undefined {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (time === null) return;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? undefined : Math.max(0, Math.ceil((Date.parse(time) - now) / 1000));
}
