import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { formatDay, formatTime, formatTimeWithZone, isSameDay } from '../formatTime.ts';
import { paths } from '../paths.ts';
import { Card } from '../ui/Card.tsx';
import { PinIcon } from '../ui/icons.tsx';
import type { TimedEntry } from './agendaTiming.ts';
import { HOME, originState } from './originOf.ts';
import styles from './SessionCard.module.css';
import { SessionProgress, timeLeft } from './SessionProgress.tsx';
import { SpeakerFaces } from './SpeakerFaces.tsx';
import { TimingLabel } from './TimingLabel.tsx';

export interface SessionCardProps {
  entry: TimedEntry<ContentItem>;
  speakers: readonly ContentItem[];
  now: number;
  /** The first of the dashboard's two cards. */
  featured?: boolean;
}

/**
 * One of the dashboard's two large cards: when, what, where, who, and the progress. The whole card links to the
 * session's page.
 */
export function SessionCard({ entry, speakers, now, featured = false }: SessionCardProps) {
  const { item, timing, start, end } = entry;
  const lasts = end > start;
  const isCurrent = timing === 'current';
  return (
    <Card as="article" className={featured ? `${styles.card} ${styles.featured}` : styles.card}>
      {/* Announced when the label changes while the page is open. */}
      <div className={styles.top} aria-live="polite">
        {timing === 'upcoming' ? <span className={styles.coming}>Coming up</span> : <TimingLabel timing={timing} />}
        <span>{item.category}</span>
      </div>
      <div className={styles.when}>
        <time dateTime={new Date(start).toISOString()} className={styles.start}>
          {formatTimeWithZone(start)}
        </time>
        <p className={styles.until}>
          {[!isSameDay(start, now) && formatDay(start), lasts && `until ${formatTime(end)}`].filter(Boolean).join(', ')}
        </p>
        {isCurrent && <p className={styles.left}>{timeLeft(end, now)}</p>}
      </div>
      <div className={styles.rule}>{isCurrent && <SessionProgress start={start} end={end} now={now} />}</div>
      <h2>
        <Link to={paths.contentItem(item.campaignId, item.id)} state={originState(HOME)} className={styles.link}>
          {item.title}
        </Link>
      </h2>
      {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      {item.room && (
        <p className={styles.room}>
          <PinIcon />
          {item.room}
        </p>
      )}
      <SpeakerFaces speakers={speakers} />
      {item.sponsor && <p className={styles.subtitle}>Sponsored by {item.sponsor}</p>}
    </Card>
  );
}
