import { numberText } from '../page/countText.ts';
import { timeText } from '../page/timeText.ts';
import styles from './HourBars.module.css';

interface Hour {
  /** Its beginning; ISO 8601. */
  at: string;
  count: number;
}

interface HourBarsProps {
  name: string;
  hours: Hour[];
  /** What stands below the bars, each over so many hours. Default: the times of a day. */
  scale?: readonly (readonly [label: string, hours: number])[];
  /** How an hour is named. */
  textOf?(at: string): string;
}

/** The size of the drawing, in its own units: an hour has 10 of them. */
const [PER_HOUR, BAR, HEIGHT] = [10, 7, 60];
/** What came in at all can be seen. */
const MIN_BAR = 2;
const DAY = [
  ['12 AM', 6],
  ['6 AM', 6],
  ['12 PM', 6],
  ['6 PM', 6],
] as const;

/** Counts of hours as bars. What the bars show is in words too. */
export function HourBars({ name, hours, scale = DAY, textOf = timeText }: HourBarsProps) {
  const total = hours.reduce((sum, { count }) => sum + count, 0);
  const most = hours.reduce<Hour | undefined>(
    (best, hour) => (hour.count > (best?.count ?? 0) ? hour : best),
    undefined,
  );
  const width = Math.max(1, hours.length) * PER_HOUR;
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR, (count / (most?.count ?? count)) * HEIGHT));
  if (hours.length > 0 && !most) {
    return (
      <figure className={`${styles.chart} ${styles.none}`}>
        <b>{name}</b> none yet
      </figure>
    );
  }
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <b>{name}</b>
        <span className={styles.total}>{numberText(total)}</span>
        <span className={styles.most}>{most && `most from ${textOf(most.at)}: ${numberText(most.count)}`}</span>
      </figcaption>
      {/* The caption and the table below say the same. */}
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" className={styles.bars} aria-hidden="true">
        {hours.map(({ at, count }, index) => (
          <rect
            key={at}
            x={index * PER_HOUR + (PER_HOUR - BAR) / 2}
            y={HEIGHT - heightOf(count)}
            width={BAR}
            height={heightOf(count)}
          />
        ))}
      </svg>
      <div
        className={styles.scale}
        style={{ gridTemplateColumns: scale.map(([, share]) => `minmax(0, ${share}fr)`).join(' ') }}
        aria-hidden="true"
      >
        {scale.map(([label]) => (
          <span key={label}>{label}</span>
        ))}
      </div>
    </figure>
  );
}
