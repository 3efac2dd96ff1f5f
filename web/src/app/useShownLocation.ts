import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useLocation, useNavigationType } from 'react-router';

export interface ShownLocation {
  location: Location;
  /** The person went back or forward, rather than on. */
  isReturn: boolean;
}

/**
 * The address whose page is shown. It follows the router's: where somebody goes on to another page, by a view transition
 * if the browser has them and motion is welcome. Redirects and going back, which browsers animate themselves, just show.
 */
export function useShownLocation(): ShownLocation {
  const location = useLocation();
  const type = useNavigationType();
  const [shown, setShown] = useState<ShownLocation>({ location, isReturn: type === 'POP' });

  useLayoutEffect(() => {
    if (shown.location === location) return;
    const show = () => setShown({ location, isReturn: type === 'POP' });
    if (type !== 'PUSH' || shown.location.pathname === location.pathname || !canAnimate()) {
      show();
      return;
    }
    const { ready, finished } = document.startViewTransition(() => flushSync(show));
    // Skipped, by a hidden tab or the next navigation: the page is shown all the same.
    Promise.all([ready, finished]).catch(() => {});
  }, [shown, location, type]);

  return shown;
}

// Not in every browser that the app is built for, whatever the types say.
const canAnimate = () =>
  'startViewTransition' in document && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
