import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './SpeakerFaces.module.css';

/** The speakers: face, name and role. */
export function SpeakerFaces({ speakers }: { speakers: readonly ContentItem[] }) {
  if (speakers.length === 0) return null;
  return (
    <ul className={styles.speakers} aria-label="Speakers">
      {speakers.map(({ id, title, subtitle, slug }) => (
        <li key={id} className={styles.speaker}>
          <Avatar name={title} src={slug ? eventFile(EVENT_FILES.speaker(slug)) : undefined} />
          <span>
            <span className={styles.name}>{title}</span>
            {subtitle && <span className={styles.role}>{subtitle}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
