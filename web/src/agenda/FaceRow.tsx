import type { ContentItem } from '@companion/contract/content';
import { eventPicture } from '../page/eventPicture.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './FaceRow.module.css';

/** The speakers, compact: the faces in a row, the names below. */
export function FaceRow({ speakers }: { speakers: readonly ContentItem[] }) {
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
