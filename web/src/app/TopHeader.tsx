import { EVENT_FILES } from '@companion/contract/event';
import { Link } from 'react-router';
import { eventFile } from '../api/eventApi.ts';
import { paths } from '../paths.ts';
import styles from './TopHeader.module.css';

/** §2: the event's logo, which links to the dashboard. */
export function TopHeader() {
  return (
    <header className={styles.header}>
      <Link to={paths.dashboard} className={styles.home}>
        <img src={eventFile(EVENT_FILES.logo)} alt="Dashboard" className={styles.logo} />
      </Link>
    </header>
  );
}
