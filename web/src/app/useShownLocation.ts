import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation, useNavigationType } from 'react-router';
import type { Arrival } from '../page/useArrival.ts';
import { MENU_ENTRIES } from './BottomMenu.tsx';

interface Shown {
  location: Location;
  arrival: Arrival;
}

const ARRIVALS: Record<ReturnType<typeof useNavigationType>, Arrival> = {
  POP: 'returned',
  REPLACE: 'redirected',
  PUSH: 'opened',
};

/**
 * The location whose page is shown. It follows the router's location, with a view transition for a new page if the
 * browser supports them and the user has not reduced motion. Redirects, the screens of the menu and going back, which
 * browsers animate themselves, have none.
 */
export function useShownLocation(): Shown {
  const location = useLocation();
  const type = useNavigationType();
  const [shown, setShown] = useState<Shown>({ location, arrival: 'loaded' });
  const isBehind = shown.location !== location;
  const next: Shown = { location, arrival: ARRIVALS[type] };
  const animates =
    isBehind && type === 'PUSH' && shown.location.pathname !== location.pathname && !isTab(location) && canAnimate();
  // In the same render: an effect would render the old page once more before.
  if (isBehind && !animates) setShown(next);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each location, and for each page on the way to it
  useLayoutEffect(() => {
    if (!animates) return;
    const { ready, finished } = document.startViewTransition(() => flushSync(() => setShown(next)));
    // A hidden tab or the next navigation skips the transition; the page still shows.
    Promise.all([ready, finished]).catch(() => {});
  }, [shown, location]);

  return shown;
}

// A tab opens at once: a transition would paint the old screen once more before.
const isTab = ({ pathname }: Location) => MENU_ENTRIES.some(({ to }) => to === pathname);

// Not every supported browser has it, despite the types.
const canAnimate = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
