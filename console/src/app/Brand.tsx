import { useEffect } from 'react';
import { eventInfo, readEventInfo } from '../api/eventInfo.ts';
import { EventLogo } from '../page/EventLogo.tsx';
import styles from './Brand.module.css';

/** Whose console it is: the event's logo and name. */
export function Brand() {
  const name = eventInfo.use()?.name;
  useEffect(() => void readEventInfo(), []);
  return (
    <div className={styles.brand}>
      <EventLogo className={styles.logo} />
      <p className={styles.names}>
        <span className={`written ${styles.event}`}>{name || 'Summit'}</span> <b>console</b>
      </p>
    </div>
  );
}
