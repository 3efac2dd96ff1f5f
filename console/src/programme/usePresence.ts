import type { Presence } from '@companion/contract/staff/programme';
import { createContext, useContext, useEffect, useState } from 'react';
import { isReachable } from '../api/reachability.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';

/** The server forgets a place a few rounds after the last report. */
const EVERY_MS = 10_000;

/** Tells the other members where this one is, and learns where they are. */
export function usePresence(place: string): Presence[] {
  const [others, setOthers] = useState<Presence[]>([]);
  useEffect(() => {
    let isHere = true;
    const report = () => {
      if (document.hidden || !isReachable.get()) return;
      // The next round tries again. What a member works on does not depend on it.
      sendStaffCall('reportPresence', { place }).then(
        ({ results }) => isHere && setOthers(results),
        () => {},
      );
    };
    report();
    const timer = setInterval(report, EVERY_MS);
    document.addEventListener('visibilitychange', report);
    return () => {
      isHere = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', report);
    };
  }, [place]);
  return others;
}

/** Who else is in the draft, for what is inside a screen of the programme. */
export const PresenceContext = createContext<Presence[]>([]);

/** The names of the other members who have a place open, such as `agenda/opening`. */
export const useOthersAt = (place: string): string =>
  [
    ...new Set(
      useContext(PresenceContext)
        .filter((one) => one.place === place)
        .map(({ name }) => name),
    ),
  ].join(', ');
