import type { ContentItem } from '@companion/contract/content';
import { formatDay, formatDuration, formatTime, formatTimeWithZone } from '../formatTime.ts';
import { useSaved } from '../page/useSaved.ts';
import { BookmarkIcon, PinIcon } from '../ui/icons.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
import type { TimedEntry } from './agendaTiming.ts';
import { ItemCalendarLink } from './CalendarLinks.tsx';
import styles from './ContentItemPage.module.css';
import { isOnAgenda } from './contentItems.ts';
import { SessionProgress, timeLeft } from './SessionTiming.tsx';
import { ShareButton } from './ShareButton.tsx';
import { useSessionEntry } from './useSessionEntry.ts';

/** When, what and where. */
export function SessionHead({ item, content }: { item: ContentItem; content: readonly ContentItem[] }) {
  const { entry, now } = useSessionEntry(item, content);
  return (
    <header className={styles.head}>
      {entry && (
        <div className={styles.time}>
          <p className={styles.when}>
            <span>{formatDay(entry.start)}</span>
            <span>
              {entry.end > entry.start && `${formatTime(entry.start)} – `}
              {formatTimeWithZone(entry.end)}
            </span>
          </p>
          {entry.end > entry.start && <TimeLeft entry={entry} now={now} />}
        </div>
      )}
      <h1>{item.title}</h1>
      {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      {item.room && (
        <p className={styles.room}>
          <PinIcon />
          {item.room}
        </p>
      )}
      {item.sponsor && <p className={styles.subtitle}>Sponsored by {item.sponsor}</p>}
      {isOnAgenda(item) && (
        <div className={styles.own}>
          <SaveThis item={item} />
          <div className={styles.own}>
            {item.startDate && <ItemCalendarLink item={item} />}
            <ShareButton item={item} />
          </div>
        </div>
      )}
    </header>
  );
}

function SaveThis({ item }: { item: ContentItem }) {
  const [isSaved, toggle] = useSaved(item);
  return (
    <ToggleButton size="small" isPressed={isSaved} onClick={toggle}>
      <BookmarkIcon filled={isSaved} />
      Save this session
    </ToggleButton>
  );
}

/** One line at any time, so that nothing moves when a session begins or ends. */
function TimeLeft({ entry: { timing, start, end }, now }: { entry: TimedEntry<ContentItem>; now: number }) {
  if (timing !== 'current')
    return <p className={styles.left}>{timing === 'past' ? 'Over' : formatDuration(end - start)}</p>;
  return (
    <div className={styles.left} data-timing={timing}>
      <SessionProgress start={start} end={end} now={now} />
      <span>{timeLeft(end, now)}</span>
    </div>
  );
}
