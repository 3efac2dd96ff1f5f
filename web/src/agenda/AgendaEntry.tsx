import type { ContentItem } from '@companion/contract/content';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
import { formatDuration, formatTime } from '../time.ts';
import { PinIcon } from '../ui/icons.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import styles from './AgendaEntry.module.css';
import type { TimedEntry } from './agendaTiming.ts';
import { sessionLinkId } from './contentItems.ts';
import { FaceRow } from './FaceRow.tsx';
import { AGENDA, originState } from './originOf.ts';
import { TimingLabel } from './TimingLabel.tsx';

export interface AgendaEntryProps {
  entry: TimedEntry<ContentItem>;
  speakers: readonly ContentItem[];
  now: number;
}

/** One session of the timeline. The whole entry links to its page. */
export function AgendaEntry({ entry: { item, timing, start, end }, speakers, now }: AgendaEntryProps) {
  const isCurrent = timing === 'current';
  const left = `${formatDuration(end - now)} left`;
  return (
    <article className={styles.entry} data-timing={timing} data-breakout={item.category === 'Breakout Sessions'}>
      {(isCurrent || timing === 'next') && <TimingLabel timing={timing} />}
      <h4 className={styles.title}>
        <Link
          id={sessionLinkId(item)}
          to={paths.contentItem(item.campaignId, item.id)}
          state={originState(AGENDA)}
          className={styles.link}
        >
          {item.title}
        </Link>
      </h4>
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
          <ProgressBar label="Progress of the session" value={(100 * (now - start)) / (end - start)} valueText={left} />
          <span>{left}</span>
        </div>
      )}
      <FaceRow speakers={speakers} />
    </article>
  );
}
