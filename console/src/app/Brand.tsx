import { EVENT_FILES } from '@companion/contract/event';
import { useEffect, useState } from 'react';
import { eventInfo, readEventInfo } from '../api/eventInfo.ts';
import styles from './Brand.module.css';

/** Whose console it is: the event's logo and name. */
export function Brand() {
  const name = eventInfo.use()?.name;
  const [hasLogo, setLogo] = useState(true);
  useEffect(() => void readEventInfo(), []);
  return (
    <div className={styles.brand}>
      {hasLogo && <img src={EVENT_FILES.logo} alt="" className={styles.logo} onError={() => setLogo(false)} />}
      <p className={styles.names}>
        <span className={`written ${styles.event}`}>{name || 'Summit'}</span> <b>console</b>
      </p>
    </div>
  );
}
