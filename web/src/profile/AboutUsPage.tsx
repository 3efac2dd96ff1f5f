import { EVENT_FILES } from '@companion/contract/event';
import { EventText } from '../page/EventText.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import styles from './AboutUsPage.module.css';

/** The event's text about the summit and the firm that hosts it (§2). */
export function AboutUsPage() {
  return (
    <article className={styles.page}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <h1>About Us</h1>
      <EventText path={EVENT_FILES.about} />
    </article>
  );
}
