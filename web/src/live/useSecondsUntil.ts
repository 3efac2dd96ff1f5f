import { useEffect, useState } from 'react';
import { selectClockAheadMs } from '../session/liveSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';

/** The full seconds until a time by the server's clock, at least 0; undefined without a time. */
export function useSecondsUntil(time: string | null | undefined): number | undefined {
  const clockAheadMs = useAppSelector(selectClockAheadMs);
  const [, setTick] = useState(0);
  const left = time ? Math.max(0, Date.parse(time) - Date.now() - clockAheadMs) : undefined;

  // Wakes as the next second begins.
  useEffect(() => {
    if (!left) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), left % 1000 || 1000);
    return () => clearTimeout(timer);
  });
  return left === undefined ? undefined : Math.ceil(left / 1000);
}
