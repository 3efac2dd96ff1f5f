import type { ContentItem } from '@companion/contract/content';
import { memo } from 'react';
import { flushSync } from 'react-dom';
import { formatDay, formatTimeWithZone, isSameDay } from '../formatTime.ts';
import { FROM_AGENDA } from '../page/origin.ts';
import { useArrival } from '../page/useArrival.ts';
import { useShownCount } from '../page/useShownCount.ts';
import { AgendaEntry } from './AgendaEntry.tsx';
import rowStyles from './AgendaRow.module.css';
import type { FoldedDay, Slot } from './agendaDays.ts';
import { sessionLinkId } from './contentItems.ts';
import type { SavedNote } from './notesOnSaved.ts';
import { type PastFold, PastSessions } from './PastSessions.tsx';
import styles from './Timeline.module.css';

export interface TimelineProps {
  days: readonly FoldedDay<ContentItem>[];
  fold: PastFold;
  /** The whole content list, to look up speakers. */
  content: readonly ContentItem[];
  now: number;
  /** What to know about some of the sessions, by {@link sessionLinkId}. */
  notes: ReadonlyMap<string, SavedNote> | undefined;
}

/** Fill a phone's screen. All of an agenda in one task would block a phone for half a second. */
const AT_START = { first: 4, step: 6 };
/** A tap is answered sooner, and the next frame fills the screen. */
const AFTER_TAP = { ...AT_START, first: 2 };

/** The agenda by day, and each day by time. Both headings stay visible while their part scrolls. */
export function Timeline({ days, fold, content, now, notes }: TimelineProps) {
  const slotsOf = (day: FoldedDay<ContentItem>) => (fold.isUnfolded(day.start) ? day.slots : day.ahead);
  let room = useShownCount(
    days.flatMap(slotsOf).flatMap(({ entries }) => entries).length,
    useArrival() === 'loaded' ? AT_START : AFTER_TAP,
  );
  return days.map((day, index) => {
    if (room <= 0) return null;
    const slots = slotsOf(day).filter(({ entries }) => {
      const fits = room > 0;
      room -= entries.length;
      return fits;
    });
    const slotsId = slotsIdOf(day);
    /** What follows the past sessions: the first that is not over, or the next day's. */
    const findNext = () => {
      const next = day.ahead[0]?.entries[0];
      const nextDay = days[index + 1];
      return document.getElementById(next ? sessionLinkId(next.item) : nextDay ? slotsIdOf(nextDay) : '');
    };
    const isToday = isSameDay(day.start, now);
    return (
      <section key={day.start} aria-labelledby={`day-${day.start}`} className={styles.section}>
        <div className={day.past > 0 ? `${styles.day} ${styles.foldable}` : styles.day}>
          <h2 id={`day-${day.start}`}>
            <DayName instant={day.start} />
            {isToday && <span className={styles.today}>Today</span>}
          </h2>
          {day.past > 0 && (
            <PastSessions
              count={day.past}
              controls={slotsId}
              isUnfolded={fold.isUnfolded(day.start)}
              isBrief={isToday}
              onToggle={(covered) => holdPlace(findNext, covered, () => fold.toggle(day.start))}
            />
          )}
        </div>
        <div id={slotsId}>
          {slots.map((slot) => (
            <TimelineSlot key={slot.start} slot={slot} content={content} now={now} notes={notes} />
          ))}
        </div>
      </section>
    );
  });
}

const slotsIdOf = ({ start }: FoldedDay<ContentItem>): string => `slots-${start}`;

/**
 * Changes the page above an element, which stays where it is on the screen: nothing that is being read moves. The browsers'
 * own scroll anchoring does nothing at the top of a page, and Safari has none.
 * @param find the element, before the change and after it
 * @param covered how much of the screen's top is covered; an element below the screen moves to this line
 */
function holdPlace(find: () => Element | null, covered: number, change: () => void): void {
  const before = find()?.getBoundingClientRect().top;
  flushSync(change);
  const after = find()?.getBoundingClientRect().top;
  if (before === undefined || after === undefined) return;
  window.scrollBy(0, after - (before < window.innerHeight ? before : covered));
}

interface TimelineSlotProps extends Pick<TimelineProps, 'content' | 'now' | 'notes'> {
  slot: Slot<ContentItem>;
}

/** The sessions that start together: a single one in full, several as rows, so that an hour fits on one screen. */
const TimelineSlot = memo(({ slot: { start, entries }, content, now, notes }: TimelineSlotProps) => {
  const isParallel = entries.length > 1;
  return (
    <div className={styles.slot}>
      <h3 className={styles.time}>
        <Clock instant={start} />
      </h3>
      <div className={styles.entries} data-timing={entries[0]?.timing}>
        <ul className={isParallel ? rowStyles.rows : styles.single}>
          {entries.map((entry) => (
            <li key={sessionLinkId(entry.item)}>
              <AgendaEntry
                {...{ entry, content, now }}
                isRow={isParallel}
                heading="h4"
                from={FROM_AGENDA}
                note={notes?.get(sessionLinkId(entry.item))}
              />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
});

/** `Wednesday, September 30`. The weekday is shortened where the line is too short. */
function DayName({ instant }: { instant: number }) {
  const name = formatDay(instant);
  return (
    <span>
      {name.slice(0, SHORT_WEEKDAY)}
      <span className={styles.restOfWeekday}>{name.slice(SHORT_WEEKDAY, name.indexOf(','))}</span>
      {name.slice(name.indexOf(','))}
    </span>
  );
}

const SHORT_WEEKDAY = 3;

/** `9:00 AM ET`, with the hour large and the rest small below it. */
function Clock({ instant }: { instant: number }) {
  const [hour, ...rest] = formatTimeWithZone(instant).split(' ');
  return (
    <time dateTime={new Date(instant).toISOString()}>
      {hour} <span className={styles.zone}>{rest.join(' ')}</span>
    </time>
  );
}
