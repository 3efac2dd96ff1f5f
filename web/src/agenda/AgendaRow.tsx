import type { ContentItem } from '@companion/contract/content';
import { formatTime } from '../formatTime.ts';
import { PinIcon } from '../ui/icons.tsx';
import styles from './AgendaRow.module.css';
import type { TimedEntry } from './agendaTiming.ts';
import { TimingLabel, timeLeft } from './SessionTiming.tsx';
import { SessionTitle } from './SessionTitle.tsx';

export interface AgendaRowProps {
  entry: TimedEntry<ContentItem>;
  speakers: readonly ContentItem[];
  now: number;
  /** The level of the title's heading: one below the list's heading. */
  heading: 'h3' | 'h4';
  /** The name of the screen that shows the row. */
  from: string;
}

/** A compact row, for sessions at the same time: what, until when, where and who. The whole row links to its page. */
export function AgendaRow({ entry: { item, timing, start, end }, speakers, now, heading, from }: AgendaRowProps) {
  return (
    <article className={styles.row} data-timing={timing} data-breakout={item.category === 'Breakout Sessions'}>
      {(timing === 'current' || timing === 'next') && (
        <p className={styles.label}>
          <TimingLabel timing={timing} compact />
        </p>
      )}
      <SessionTitle item={item} heading={heading} from={from} className={styles.title} />
      <p className={styles.facts}>
        {timing === 'current' ? (
          <span className={styles.left}>{timeLeft(end, now)}</span>
        ) : (
          end > start && <span>until {formatTime(end)}</span>
        )}
        {item.room && (
          <span className={styles.room}>
            <PinIcon />
            {item.room}
          </span>
        )}
        {speakers.length > 0 && (
          <span>
            <span className="visually-hidden">Speakers: </span>
            {speakers.map(({ title }) => title).join(', ')}
          </span>
        )}
      </p>
    </article>
  );
}
