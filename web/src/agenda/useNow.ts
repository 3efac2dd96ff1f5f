import { useEffect, useState } from 'react';

const MINUTE = 60_000;
/** Browsers cut longer timers short. */
const LONGEST = 2 ** 31 - 1;

/**
 * The time, kept right while the screen stays open: at every full minute, at each instant that `changesAt` names
 * for the time it is given, and when the person comes back to the page (timers sleep in the background).
 */
export function useNow(changesAt: (now: number) => number | undefined): number {
  const [now, setNow] = useState(Date.now);
  const nextChange = changesAt(now);

  useEffect(() => {
    const wake = () => setNow(Date.now());
    const nextMinute = (Math.floor(now / MINUTE) + 1) * MINUTE;
    const delay = Math.min(nextChange ?? nextMinute, nextMinute) - Date.now();
    const timer = setTimeout(wake, Math.min(Math.max(delay, 0), LONGEST));
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
