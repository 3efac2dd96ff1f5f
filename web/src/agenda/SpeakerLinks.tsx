import type { ContentItem } from '@companion/contract/content';
import { EVENT_FILES } from '@companion/contract/event';
import { eventFile } from '../api/eventApi.ts';
import { paths } from '../paths.ts';
import { Link } from '../router/Link.tsx';
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
      {speakers.map(({ id, campaignId, title, subtitle, slug }) => (
        <li key={id}>
          <Link to={paths.contentItem(campaignId, id)} state={state} className={styles.link}>
            <Avatar large name={title} src={slug ? eventFile(EVENT_FILES.speaker(slug)) : undefined} />
            <span className={styles.text}>
              <span className={styles.title}>{title}</span>
              {subtitle && <span className={styles.detail}>{subtitle}</span>}
            </span>
            <ChevronRightIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}
