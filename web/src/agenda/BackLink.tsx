import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './BackLink.module.css';
import { cameFrom } from './cameFrom.ts';

/** One step back to where the person came from, which keeps its place and filter; to the agenda where they came from outside. */
export function BackLink() {
  const from = cameFrom(useLocation());
  const navigate = useNavigate();
  if (!from) {
    return (
      <Link to={paths.agenda} className={styles.back}>
        <ArrowLeftIcon />
        Agenda
      </Link>
    );
  }
  return (
    <button type="button" className={styles.back} onClick={() => navigate(-1)}>
      <ArrowLeftIcon />
      <span className={styles.name}>
        <span className="visually-hidden">Back to </span>
        {from}
      </span>
    </button>
  );
}
