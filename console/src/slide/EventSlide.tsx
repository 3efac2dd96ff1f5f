import type { Stage } from '@companion/contract/staff/stage';
import { daysText } from '../page/timeText.ts';
import styles from './BetweenSlide.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import { isOverflowing, largestFitting, useFit } from './useFit.ts';

const SMALLEST = 0.3;

/** The event, its days, and where to join. */
export function EventSlide({ stage }: { stage: Stage }) {
  const { eventName, joinUrl, between } = stage;
  const fitted = useFit<HTMLDivElement>(fitEvent, `${eventName} ${between?.tagline}`);
  return (
    // The event's name is large below the logo.
    <JoinFrame eventName="" joinUrl={joinUrl}>
      <div ref={fitted} className={styles.event}>
        <h1 className="written">{eventName}</h1>
        {between && <p className={styles.days}>{daysText(between.startDate, between.endDate)}</p>}
        {between?.tagline && <p className={`written ${styles.tagline}`}>{between.tagline}</p>}
      </div>
    </JoinFrame>
  );
}

function fitEvent(event: HTMLElement): void {
  largestFitting(SMALLEST, 1, (size) => {
    event.style.setProperty('--event', String(size));
    return !isOverflowing(event);
  });
}
