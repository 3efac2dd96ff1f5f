import { useEffect, useState } from 'react';
import { selectClockAheadMs } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { MINUTE_MS } from '../time.ts';

/**
 * The current time, updated every full minute, at each instant that `changesAt` returns, and when the page becomes
 * visible again (browsers suspend timers in the background). By the server's clock once that is known: a phone's may be
 * wrong.
 */
export function useNow(changesAt: (now: number) => number | undefined): number {
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [phoneNow, setPhoneNow] = useState(Date.now);
  const now = phoneNow + clockAheadMs;
  const nextChange = changesAt(now);

  useEffect(() => {
    const wake = () => setPhoneNow(Date.now());
    const nextMinute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
    // More than a minute if the phone's clock was set back meanwhile.
    const delay = Math.min(nextChange ?? nextMinute, nextMinute) - clockAheadMs - Date.now();
    const timer = setTimeout(wake, Math.min(Math.max(delay, 0), MINUTE_MS));
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('pageshow', wake);
    };
  }, [now, nextChange, clockAheadMs]);

  return now;
}
