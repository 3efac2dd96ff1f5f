import type { ContentItem } from '@companion/contract/content';
import { useMemo } from 'react';
import { formatDay, formatTime, formatTimeWithZone } from '../formatTime.ts';
import { PinIcon } from '../ui/icons.tsx';
import { agendaTiming } from './agendaTiming.ts';
import { ItemCalendarLink } from './CalendarLinks.tsx';
import styles from './ContentItemPage.module.css';
import { isOnAgenda, isSameItem } from './contentItems.ts';
import { SessionProgress, TimingLabel, timeLeft } from './SessionTiming.tsx';
import { useNow } from './useNow.ts';

/** When, what and where, with the label that the item has on the agenda. */
export function SessionHead({ item, content }: { item: ContentItem; content: readonly ContentItem[] }) {
  const agenda = useMemo(() => withItem(content.filter(isOnAgenda), item), [content, item]);
  const now = useNow((instant) => agendaTiming(agenda, instant).changesAt);
  const entry = agendaTiming(agenda, now).entries.find((one) => isSameItem(one.item, item));
  const isCurrent = entry?.timing === 'current';
  return (
    <header className={styles.head}>
      <div className={styles.timing}>
        <div>
          {/* Announced when the label changes while the page is open. */}
          <div aria-live="polite">{entry && <TimingLabel timing={entry.timing} />}</div>
          {isCurrent && <span className={styles.left}>{timeLeft(entry.end, now)}</span>}
        </div>
      </div>
      {entry && (
        <div className={styles.time}>
          <p className={styles.when}>
            <span>{formatDay(entry.start)}</span>
            <span>
              {entry.end > entry.start && `${formatTime(entry.start)} – `}
              {formatTimeWithZone(entry.end)}
            </span>
          </p>
          {isCurrent && (
            <div className={styles.progress}>
              <SessionProgress start={entry.start} end={entry.end} now={now} />
            </div>
          )}
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
      {isOnAgenda(item) && item.startDate && <ItemCalendarLink item={item} />}
    </header>
  );
}

/** Until the list is loaded, the item alone is the agenda. */
const withItem = (agenda: ContentItem[], item: ContentItem): ContentItem[] =>
  agenda.some((one) => isSameItem(one, item)) ? agenda : [...agenda, item];
