import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { formatDay, formatTime, formatTimeWithZone, isSameDay } from '../formatTime.ts';
import { eventPicture } from '../page/eventPicture.ts';
import { FROM_HOME } from '../page/origin.ts';
import { SaveButton } from '../page/SaveButton.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { PinIcon } from '../ui/icons.tsx';
import type { TimedEntry } from './agendaTiming.ts';
import styles from './SessionCard.module.css';
import { SessionProgress, TimingLabel, timeLeft } from './SessionTiming.tsx';

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
      <div className={styles.title}>
        <h2>
          <Link to={paths.contentItem(item.campaignId, item.id)} state={FROM_HOME} className={styles.link}>
            {item.title}
          </Link>
        </h2>
        <SaveButton key={item.id} item={item} />
      </div>
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

/** The speakers: face, name and role. */
function SpeakerFaces({ speakers }: { speakers: readonly ContentItem[] }) {
  if (speakers.length === 0) return null;
  return (
    <ul className={styles.speakers} aria-label="Speakers">
      {speakers.map((speaker) => (
        <li key={speaker.id} className={styles.speaker}>
          <Avatar name={speaker.title} picture={eventPicture(speaker)} />
          <span>
            <span className={styles.name}>{speaker.title}</span>
            {speaker.subtitle && <span className={styles.role}>{speaker.subtitle}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
