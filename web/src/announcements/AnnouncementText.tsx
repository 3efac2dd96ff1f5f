import type { Announcement } from '@companion/contract/announcement';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import styles from './AnnouncementText.module.css';

/** What an announcement says, and where it leads. */
export const AnnouncementText = ({ announcement: { title, text, session } }: { announcement: Announcement }) => (
  <div className={styles.text}>
    {title && <b dir="auto">{title}</b>}
    <p dir="auto">{text}</p>
    {session && (
      <div>
        <Link to={paths.contentItem(session.campaignId, session.contentId)} className={buttonClass('secondary')}>
          See the session
        </Link>
      </div>
    )}
  </div>
);
