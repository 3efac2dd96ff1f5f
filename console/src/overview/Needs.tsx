import type { Overview } from '@companion/contract/staff/overview';
import { Link } from 'react-router';
import { useMember } from '../api/member.ts';
import styles from './Needs.module.css';
import { needsOf } from './needsOf.ts';

/** What needs someone, each with the way to where one acts. What needs no one is quiet. */
export function Needs({ overview }: { overview: Overview }) {
  const needs = needsOf(overview, useMember().role);
  const due = needs.filter(({ isDue }) => isDue).length;
  return (
    <section aria-labelledby="needs">
      <h2 id="needs" className={styles.title}>
        {due === 0 ? 'Nothing needs you' : 'What needs you'}
      </h2>
      <ul className={styles.list}>
        {needs.map(({ id, text, isDue, path, action }) => (
          <li key={id}>
            <Link to={path} className={`${styles.need} ${isDue ? styles.due : ''}`}>
              <span className={`written ${styles.text}`}>{text}</span>
              <span className={styles.action}>
                {action}
                <span aria-hidden="true"> →</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
