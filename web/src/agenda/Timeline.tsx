import type { ContentItem } from '@companion/contract/content';
import { AgendaEntry } from './AgendaEntry.tsx';
import { agendaDays } from './agendaDays.ts';
import type { TimedEntry } from './agendaTiming.ts';
import { formatDay, formatTimeWithZone, isSameDay } from './eventTime.ts';
import { speakersOf } from './programme.ts';
import styles from './Timeline.module.css';

export interface TimelineProps {
  entries: readonly TimedEntry<ContentItem>[];
  /** Everything, to look speakers up in. */
  content: readonly ContentItem[];
  now: number;
}

/** Day by day, and in each day time by time; the heads of both stay in sight while one scrolls past what they head. */
export function Timeline({ entries, content, now }: TimelineProps) {
  return agendaDays(entries).map((day) => (
    <section key={day.start} aria-labelledby={`day-${day.start}`}>
      <h2 id={`day-${day.start}`} className={styles.day}>
        {formatDay(day.start)}
        {isSameDay(day.start, now) && <span className={styles.today}>Today</span>}
      </h2>
      {day.slots.map((slot) => (
        <div key={slot.start} className={styles.slot}>
          <h3 className={styles.time}>
            <Clock instant={slot.start} />
          </h3>
          <ul className={styles.entries} data-timing={slot.entries[0]?.timing} data-parallel={slot.entries.length > 1}>
            {slot.entries.map((entry) => (
              <li key={`${entry.item.campaignId}/${entry.item.id}`}>
                <AgendaEntry entry={entry} speakers={speakersOf(entry.item, content)} now={now} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ));
}

/** `9:00 AM ET`, the hour large and the rest small below it. */
function Clock({ instant }: { instant: number }) {
  const [hour, ...rest] = formatTimeWithZone(instant).split(' ');
  return (
    <time dateTime={new Date(instant).toISOString()}>
      {hour} <span className={styles.zone}>{rest.join(' ')}</span>
    </time>
  );
}
