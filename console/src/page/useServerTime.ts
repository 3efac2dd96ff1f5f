import { useEffect, useState } from 'react';
import { serverNow } from '../api/staffApi.ts';

const TICK_MS = 5000;

/** The time by the server's clock, every few seconds. */
export function useServerTime(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
