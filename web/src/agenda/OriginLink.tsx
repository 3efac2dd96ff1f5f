import { Link, useLocation, useNavigate } from 'react-router';
import { originOf } from '../page/origin.ts';
import { paths } from '../paths.ts';
import { ArrowLeftIcon } from '../ui/icons.tsx';
import styles from './OriginLink.module.css';

/**
 * Goes back to the previous screen, which keeps its scroll position and filter; to the agenda if the page was opened
 * from outside.
 */
export function OriginLink() {
  const navigate = useNavigate();
  const from = originOf(useLocation());
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
