import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../time.ts';

/** setTimeout fires at once for longer delays. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The current time, updated every full minute, at each instant that `changesAt` returns, and when the page becomes
 * visible again (browsers suspend timers in the background).
 */
export function useNow(changesAt: (now: number) => number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const nextChange = changesAt(now);

  useEffect(() => {
    const wake = () => setNow(Date.now());
    const nextMinute = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
    const delay = Math.min(nextChange ?? nextMinute, nextMinute) - Date.now();
    const timer = setTimeout(wake, Math.min(Math.max(delay, 0), MAX_TIMER_MS));
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('pageshow', wake);
    };
  }, [now, nextChange]);

  return now;
}
