import type { ContentItem } from '@companion/contract/content';
import { isolated } from '@companion/contract/isolated';
import { Link } from 'react-router';
import { formatTime } from '../formatTime.ts';
import { eventPicture } from '../page/eventPicture.ts';
import type { originState } from '../page/origin.ts';
import { SaveButton } from '../page/SaveButton.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { PinIcon } from '../ui/icons.tsx';
import fullStyles from './AgendaEntry.module.css';
import rowStyles from './AgendaRow.module.css';
import type { TimedEntry } from './agendaTiming.ts';
import { sessionLinkId, speakersOf } from './contentItems.ts';
import type { SavedNote } from './notesOnSaved.ts';
import { SessionProgress, TimingLabel, timeLeft } from './SessionTiming.tsx';

export interface AgendaEntryProps {
  entry: TimedEntry<ContentItem>;
  /** The whole content list, to look up speakers. */
  content: readonly ContentItem[];
  now: number;
  /** A compact row, for sessions at the same time. */
  isRow: boolean;
  /** The level of the title's heading: one below the list's heading. */
  heading: 'h3' | 'h4';
  /** The screen that shows the entry. */
  from: ReturnType<typeof originState>;
  /** What to know about it among the saved sessions. */
  note?: SavedNote | undefined;
}

/** One session of a list: what, until when, where and who. The whole entry links to its page. */
export function AgendaEntry({ entry, content, now, isRow, heading: Heading, from, note }: AgendaEntryProps) {
  const { item, timing, start, end } = entry;
  const isCurrent = timing === 'current';
  const speakers = speakersOf(item, content);
  const styles = isRow ? rowStyles : fullStyles;
  const names = speakers.length > 0 && (
    <span className={styles.names}>
      <span className="visually-hidden">Speakers: </span>
      {speakers.map(({ title }) => isolated(title)).join(', ')}
    </span>
  );
  return (
    <article className={styles.entry} data-timing={timing} data-breakout={item.category === 'Breakout Sessions'}>
      <TimingLabel timing={timing} compact={isRow} />
      <Heading className={styles.title}>
        <Link
          id={sessionLinkId(item)}
          to={paths.contentItem(item.campaignId, item.id)}
          state={from}
          className={fullStyles.link}
        >
          {item.title}
        </Link>
      </Heading>
      <SaveButton item={item} />
      {!isRow && item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
      <p className={styles.facts}>
        {isRow && isCurrent ? (
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
        {isRow && names}
      </p>
      {note?.overlaps && <p className={fullStyles.overlaps}>{note.overlaps}</p>}
      {note?.free && <p className={fullStyles.free}>{note.free}</p>}
      {!isRow && isCurrent && (
        <div className={styles.progress}>
          <SessionProgress start={start} end={end} now={now} />
          <span>{timeLeft(end, now)}</span>
        </div>
      )}
      {!isRow && names && (
        <div className={styles.speakers}>
          <span className={styles.faces}>
            {speakers.map((speaker) => (
              <Avatar key={speaker.id} name={speaker.title} picture={eventPicture(speaker)} />
            ))}
          </span>
          {names}
        </div>
      )}
    </article>
  );
}
