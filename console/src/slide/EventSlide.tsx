import { EVENT_FILES } from '@companion/contract/event';
import type { Stage } from '@companion/contract/staff/stage';
import { QrCode } from '../page/QrCode.tsx';
import { daysText } from '../page/timeText.ts';
import styles from './BetweenSlide.module.css';
import { shortAddress } from './shortAddress.ts';

/** The event, its days, and where to join. */
export const EventSlide = ({ stage: { eventName, joinUrl, between } }: { stage: Stage }) => (
  <div className={styles.slide}>
    <div className={styles.event}>
      {/* The event's name stands below it. */}
      <img src={EVENT_FILES.logo} alt="" className={styles.logo} />
      <h1 className="written">{eventName}</h1>
      {between && <p className={styles.days}>{daysText(between.startDate, between.endDate)}</p>}
      {between?.tagline && <p className={`written ${styles.tagline}`}>{between.tagline}</p>}
    </div>
    <JoinAside joinUrl={joinUrl} />
  </div>
);

/** Where to join, beside what a slide is about. */
export const JoinAside = ({ joinUrl }: { joinUrl: string }) => (
  <aside className={styles.join} aria-label="How to join">
    <QrCode text={joinUrl} label="QR code of the app's address" />
    <p>
      Join at <b>{shortAddress(joinUrl)}</b>
    </p>
  </aside>
);
