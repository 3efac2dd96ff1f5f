import { EVENT_FILES } from '@companion/contract/event';
import type { Stage } from '@companion/contract/staff/stage';
import type { ReactNode } from 'react';
import styles from './SlideFrame.module.css';

/** Around every slide: the event's logo and name above, and below a band in the event's colour that says what to do. */
export const SlideFrame = ({
  stage: { eventName },
  band,
  children,
}: {
  stage: Pick<Stage, 'eventName'>;
  band: ReactNode;
  children: ReactNode;
}) => (
  <div className={styles.frame}>
    <div className={styles.head}>
      {/* The event's name stands next to it. */}
      <img src={EVENT_FILES.logo} alt="" className={styles.logo} />
      <p className={`written ${styles.eventName}`}>{eventName}</p>
    </div>
    <div className={styles.content}>{children}</div>
    <div className={styles.band}>{band}</div>
  </div>
);
