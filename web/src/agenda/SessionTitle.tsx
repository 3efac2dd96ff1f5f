import type { ContentItem } from '@companion/contract/content';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { sessionLinkId } from './contentItems.ts';
import { originState } from './originOf.ts';
import styles from './SessionTitle.module.css';

interface SessionTitleProps {
  item: ContentItem;
  /** The level of the heading: one below the list's heading. */
  heading: 'h3' | 'h4';
  /** The name of the screen that shows it. */
  from: string;
  className: string | undefined;
}

/** The title of a session in a list. Its link covers the whole box around it. */
export const SessionTitle = ({ item, heading: Heading, from, className }: SessionTitleProps) => (
  <Heading className={className}>
    <Link
      id={sessionLinkId(item)}
      to={paths.contentItem(item.campaignId, item.id)}
      state={originState(from)}
      className={styles.link}
    >
      {item.title}
    </Link>
  </Heading>
);
