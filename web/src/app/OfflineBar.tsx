import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { type NetworkState, selectNetworkState } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import { isWaiting } from '../session/writes.ts';
import { selectWrites } from '../session/writesSlice.ts';
import { OfflineIcon } from '../ui/icons.tsx';
import styles from './OfflineBar.module.css';

const TEXTS: Record<NetworkState, string | undefined> = {
  online: undefined,
  offline: 'You are offline. Some things may not work until the connection is back.',
  unreachable: 'The server cannot be reached. If this Wi-Fi asks you to sign in, do that first.',
};

/**
 * A notice that there is no network (decision 035), or none that leads to the server (decision 043), and how much waits
 * for it. Both regions are always in the page, so that screen readers announce a change, and only what has changed.
 */
export function OfflineBar() {
  const text = TEXTS[useAppSelector(selectNetworkState)];
  const waiting = useAppSelector((state) => selectWrites(state).filter(isWaiting).length);
  const count = waiting === 1 ? 'One change waits to be sent.' : `${waiting} changes wait to be sent.`;
  const region = useHeightKept(text && `${text} ${waiting}`);
  return (
    <div ref={region}>
      <div className={text && styles.bar}>
        {text && <OfflineIcon />}
        <p>
          <span role="status">{text}</span> <span role="status">{text && waiting > 0 && count}</span>
        </p>
      </div>
    </div>
  );
}

/**
 * Keeps the height of what has gone until the next screen: at the end of a page, which becomes shorter, everything would
 * move.
 * @param shown what shows, or undefined
 */
function useHeightKept(shown: string | undefined): RefObject<HTMLDivElement | null> {
  const region = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const screen = useRef(pathname);
  useLayoutEffect(() => {
    if (!region.current) return;
    const { style } = region.current;
    if (shown || screen.current !== pathname) style.minHeight = '';
    if (shown) style.minHeight = `${region.current.offsetHeight}px`;
    screen.current = pathname;
  }, [shown, pathname]);
  return region;
}
