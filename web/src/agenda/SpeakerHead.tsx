import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './ContentItemPage.module.css';

export function SpeakerHead({ speaker: { title, subtitle, slug } }: { speaker: ContentItem }) {
  return (
    <header className={styles.speaker}>
      <Avatar portrait name={title} src={slug ? eventFile(EVENT_FILES.speaker(slug)) : undefined} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
    </header>
  );
}
