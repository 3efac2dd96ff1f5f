import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { formatDay, formatTimeWithZone } from '../formatTime.ts';
import { paths } from '../paths.ts';
import { ChevronRightIcon } from '../ui/icons.tsx';
import styles from './ItemLinks.module.css';
import type { originState } from './originOf.ts';

export interface SessionLinksProps {
  sessions: readonly ContentItem[];
  /** The router state of the links, which names the screen to go back to. */
  state: ReturnType<typeof originState>;
}

/** A speaker's sessions: when, what and where, each linking to its page. */
export function SessionLinks({ sessions, state }: SessionLinksProps) {
  return (
    <ul className={styles.links} aria-label="Sessions">
      {sessions.map(({ id, campaignId, title, room, startDate }) => (
        <li key={id}>
          <Link to={paths.contentItem(campaignId, id)} state={state} className={styles.link}>
            <span className={styles.text}>
              {startDate && (
                <time dateTime={startDate} className={styles.when}>
                  {whenOf(startDate)}
                </time>
              )}
              <span className={styles.title}>{title}</span>
              {room && <span className={styles.detail}>{room}</span>}
            </span>
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function whenOf(startDate: string): string {
  const start = Date.parse(startDate);
  return `${formatDay(start)}, ${formatTimeWithZone(start)}`;
}
