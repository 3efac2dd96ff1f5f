import { formatDay, formatTimeWithZone, isSameDay } from '../formatTime.ts';
import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import styles from './AsOf.module.css';

export interface AsOfProps {
  /** The query whose answer the screen shows, as its hook returns it. */
  query: { fulfilledTimeStamp?: number | undefined; error?: unknown };
}

/** The age of what the screen shows (decision 038). Nothing while it is fresh. */
export function AsOf({ query: { fulfilledTimeStamp: at, error } }: AsOfProps) {
  const isOnline = useAppSelector(selectIsOnline);
  if (at === undefined || (isOnline && !error)) return null;
  return (
    <p className={styles.age}>
      As of{' '}
      <time dateTime={new Date(at).toISOString()}>
        {!isSameDay(at, Date.now()) && `${formatDay(at)}, `}
        {formatTimeWithZone(at)}
      </time>
    </p>
  );
}
