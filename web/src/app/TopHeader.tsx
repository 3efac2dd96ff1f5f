import { EVENT_FILES } from '@companion/contract/event';
import { Link } from 'react-router';
import { eventFile, useGetEventQuery } from '../api/eventApi.ts';
import { paths } from '../paths.ts';
import styles from './TopHeader.module.css';

/** §2: a logo that leads home, and which event this is. */
export function TopHeader() {
  const { data: event } = useGetEventQuery();
  return (
    <header className={styles.header}>
      <Link to={paths.dashboard} className={styles.home}>
        <img src={eventFile(EVENT_FILES.logo)} alt="Home" className={styles.logo} />
        <span className={styles.name}>{event?.name}</span>
      </Link>
    </header>
  );
}
