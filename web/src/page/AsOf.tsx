import { selectIsOnline } from '../session/networkSlice.ts';
import { useAppSelector } from '../session/storeHooks.ts';
import styles from './AsOf.module.css';
import { PointInTime } from './PointInTime.tsx';

export interface AsOfProps {
  /** The query whose answer the screen shows, as its hook returns it. */
  query: { fulfilledTimeStamp?: number | undefined; error?: unknown };
  /** Whether it is a row of a grid. */
  isRow?: boolean;
}

/** The age of what the screen shows (decision 038). Empty while it is fresh: its line has its place either way. */
export function AsOf({ query: { fulfilledTimeStamp: at, error }, isRow }: AsOfProps) {
  const isOnline = useAppSelector(selectIsOnline);
  return (
    <p className={isRow ? `${styles.age} ${styles.row}` : styles.age}>
      {at !== undefined && (!isOnline || error !== undefined) && (
        <>
          As of <PointInTime at={at} />
        </>
      )}
    </p>
  );
}
