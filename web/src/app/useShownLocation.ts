import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Location } from '../router/browserHistory.ts';
import { useLocation, useNavigationType } from '../router/RouterProvider.tsx';
import { MENU_ENTRIES } from './BottomMenu.tsx';

export interface ShownLocation {
  location: Location;
  /** The navigation went back or forward in the history. */
  isReturn: boolean;
}

/**
 * The location whose page is shown. It follows the router's location, with a view transition for a new page if the
 * browser supports them and the user has not reduced motion. Redirects, the screens of the menu and going back, which
 * browsers animate themselves, have none.
 */
export function useShownLocation(): ShownLocation {
  const location = useLocation();
  const type = useNavigationType();
  const [shown, setShown] = useState<ShownLocation>({ location, isReturn: type === 'POP' });

  useLayoutEffect(() => {
    if (shown.location === location) return;
    const show = () => setShown({ location, isReturn: type === 'POP' });
    if (type !== 'PUSH' || shown.location.pathname === location.pathname || isTab(location) || !canAnimate()) {
      show();
      return;
    }
    const { ready, finished } = document.startViewTransition(() => flushSync(show));
    // A hidden tab or the next navigation skips the transition; the page still shows.
    Promise.all([ready, finished]).catch(() => {});
  }, [shown, location, type]);

  return shown;
}

// A tab opens at once: a transition would paint the old screen once more before.
const isTab = ({ pathname }: Location) => MENU_ENTRIES.some(({ to }) => to === pathname);

// Not every supported browser has it, despite the types.
const canAnimate = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
