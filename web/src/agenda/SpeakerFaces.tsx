import type { ContentItem } from '@companion/contract/content';
import { eventPicture } from '../page/eventPicture.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './SpeakerFaces.module.css';

/** The speakers: face, name and role. */
export function SpeakerFaces({ speakers }: { speakers: readonly ContentItem[] }) {
  if (speakers.length === 0) return null;
  return (
    <ul className={styles.speakers} aria-label="Speakers">
      {speakers.map((speaker) => (
        <li key={speaker.id} className={styles.speaker}>
          <Avatar name={speaker.title} picture={eventPicture(speaker)} />
          <span>
            <span className={styles.name}>{speaker.title}</span>
            {speaker.subtitle && <span className={styles.role}>{speaker.subtitle}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
