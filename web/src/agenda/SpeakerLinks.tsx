import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { eventPicture } from '../page/eventPicture.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ChevronRightIcon } from '../ui/icons.tsx';
import styles from './ItemLinks.module.css';
import type { originState } from './originOf.ts';

export interface SpeakerLinksProps {
  speakers: readonly ContentItem[];
  /** The router state of the links, which names the screen to go back to. */
  state: ReturnType<typeof originState>;
}

/** Face, name and role, each linking to the speaker's page. */
export function SpeakerLinks({ speakers, state }: SpeakerLinksProps) {
  if (speakers.length === 0) return null;
  return (
    <ul className={styles.links} aria-label="Speakers">
      {speakers.map((speaker) => (
        <li key={speaker.id}>
          <Link to={paths.contentItem(speaker.campaignId, speaker.id)} state={state} className={styles.link}>
            <Avatar large name={speaker.title} picture={eventPicture(speaker)} />
            <span className={styles.text}>
              <span className={styles.title}>{speaker.title}</span>
              {speaker.subtitle && <span className={styles.detail}>{speaker.subtitle}</span>}
            </span>
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}
