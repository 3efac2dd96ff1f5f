import type { ContentItem } from '@companion/contract/content';
import { formatTime } from '../formatTime.ts';
import { eventPicture } from '../page/eventPicture.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { PinIcon } from '../ui/icons.tsx';
import styles from './AgendaEntry.module.css';
import type { TimedEntry } from './agendaTiming.ts';
import { AGENDA } from './originOf.ts';
import { SessionProgress, TimingLabel, timeLeft } from './SessionTiming.tsx';
import { SessionTitle } from './SessionTitle.tsx';

export interface AgendaEntryProps {
  entry: TimedEntry<ContentItem>;
  speakers: readonly ContentItem[];
  now: number;
}

/** One session of the timeline. The whole entry links to its page. */
export function AgendaEntry({ entry: { item, timing, start, end }, speakers, now }: AgendaEntryProps) {
  const isCurrent = timing === 'current';
  return (
    <article className={styles.entry} data-timing={timing} data-breakout={item.category === 'Breakout Sessions'}>
      {(isCurrent || timing === 'next') && <TimingLabel timing={timing} />}
      <SessionTitle item={item} heading="h4" from={AGENDA} className={styles.title} />
      {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      <p className={styles.facts}>
        {end > start && <span>until {formatTime(end)}</span>}
        {item.room && (
          <span className={styles.room}>
            <PinIcon />
            {item.room}
          </span>
        )}
      </p>
      {isCurrent && (
        <div className={styles.progress}>
          <SessionProgress start={start} end={end} now={now} />
          <span>{timeLeft(end, now)}</span>
        </div>
      )}
      <FaceRow speakers={speakers} />
    </article>
  );
}

/** The speakers, compact: the faces in a row, the names below. */
function FaceRow({ speakers }: { speakers: readonly ContentItem[] }) {
  if (speakers.length === 0) return null;
  return (
    <div className={styles.row}>
      <span className={styles.faces}>
        {speakers.map((speaker) => (
          <Avatar key={speaker.id} name={speaker.title} picture={eventPicture(speaker)} />
        ))}
      </span>
      <span className={styles.names}>
        <span className="visually-hidden">Speakers: </span>
        {speakers.map(({ title }) => title).join(', ')}
      </span>
    </div>
  );
}
