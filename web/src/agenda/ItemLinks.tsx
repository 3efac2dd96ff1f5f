import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { eventPicture } from '../page/eventPicture.ts';
import { originState } from '../page/origin.ts';
import { SaveButton } from '../page/SaveButton.tsx';
import { StartTime } from '../page/StartTime.tsx';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ChevronRightIcon } from '../ui/icons.tsx';
import { softHyphens } from '../ui/softHyphens.ts';
import { isSpeaker } from './contentItems.ts';
import styles from './ItemLinks.module.css';

interface ItemLinksProps {
  items: readonly ContentItem[];
  label: 'Speakers' | 'Sessions';
  /** The name of the screen that shows them, to go back to. */
  from: string;
}

/** Links to speakers, each with face, name and role, or to sessions, each with when, what and where. */
export const ItemLinks = ({ items, label, from }: ItemLinksProps) => (
  <ul className={styles.links} aria-label={label}>
    {items.map((item) => {
      const detail = isSpeaker(item) ? item.subtitle : item.room;
      return (
        <li key={item.id}>
          <Link to={paths.contentItem(item.campaignId, item.id)} state={originState(from)} className={styles.link}>
            {isSpeaker(item) && <Avatar size="large" name={item.title} picture={eventPicture(item)} />}
            <span className={styles.text}>
              {!isSpeaker(item) && item.startDate && <StartTime date={item.startDate} />}
              <span className={styles.title}>{isSpeaker(item) ? softHyphens(item.title) : item.title}</span>
              {detail && <span className={styles.detail}>{detail}</span>}
            </span>
            <ChevronRightIcon />
          </Link>
          {!isSpeaker(item) && <SaveButton item={item} />}
        </li>
      );
    })}
  </ul>
);
