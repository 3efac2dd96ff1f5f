import { useSyncExternalStore } from 'react';

/** From here on the menu is beside the page, as in the style sheets. */
const wide = window.matchMedia('(min-width: 900px)');

const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** Whether the window has room for more than a phone. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => wide.matches);
