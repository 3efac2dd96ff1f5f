import type { ContentItem } from '@companion/contract/content';
import { eventPicture } from '../page/eventPicture.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './ContentItemPage.module.css';

export function SpeakerHead({ speaker }: { speaker: ContentItem }) {
  const { title, subtitle } = speaker;
  return (
    <header className={styles.speaker}>
      <Avatar portrait name={title} picture={eventPicture(speaker)} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </header>
  );
}
