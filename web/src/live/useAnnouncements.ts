import type { Announcement } from '@companion/contract/announcement';
import { useEffect, useState } from 'react';
import { cachedQueries } from '../api/api.ts';
import { selectClockAheadMs } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** setTimeout fires at once for longer delays. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const NONE: Announcement[] = [];

/** The announcements that have not ended by the server's clock, also without a network; the newest first. */
export function useAnnouncements(): Announcement[] {
  // By its key: the endpoint is in the code of the live stream, which puts them there.
  const query = useAppSelector((state) => cachedQueries(state)['getAnnouncements(undefined)']);
  // Of that endpoint alone.
  const data = (query?.data as Announcement[] | undefined) ?? NONE;
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [, setWoken] = useState(0);
  const left = ({ endsAt }: Announcement) => Date.parse(endsAt) - Date.now() - clockAheadMs;
  const current = data.filter((one) => left(one) > 0);
  const next = Math.min(...current.map(left));

  useEffect(() => {
    const wake = () => setWoken((count) => count + 1);
    const timer = Number.isFinite(next) ? setTimeout(wake, Math.min(next, MAX_TIMER_MS)) : undefined;
    // A phone that has slept runs no timers.
    document.addEventListener('visibilitychange', wake);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [next]);
  return current;
}
