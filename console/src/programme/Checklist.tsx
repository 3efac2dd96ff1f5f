import { Card } from '@companion/web/ui/Card.tsx';
import { AlertIcon, CheckIcon } from '@companion/web/ui/icons.tsx';
import { Link } from 'react-router';
import listStyles from '../page/list.module.css';
import styles from './Checklist.module.css';

interface Step {
  id: string;
  text: string;
  /** Below the text. */
  detail?: string;
  state: 'done' | 'missing' | 'advised';
  path: string;
  action: string;
  /** Further ways to do it. */
  more?: { path: string; action: string }[];
}

const STATES = { done: 'Done: ', missing: 'Missing: ', advised: '' };

/** What is done and what is not, each with the way to where one acts. */
export const Checklist = ({ items }: { items: readonly Step[] }) => (
  <Card as="ul" className={listStyles.list}>
    {items.map(({ id, text, detail, state, path, action, more = [] }) => (
      <li key={id} className={`${listStyles.row} ${styles.row}`}>
        <span className={`${styles.icon} ${styles[state]}`} aria-hidden="true">
          {state === 'done' ? <CheckIcon /> : <AlertIcon />}
        </span>
        <span className={`${listStyles.text} ${styles.text}`}>
          <span>
            <span className="visually-hidden">{STATES[state]}</span>
            {text}
          </span>
          {detail && <span className={listStyles.detail}>{detail}</span>}
        </span>
        <span className={listStyles.actions}>
          {[{ path, action }, ...more].map((each) => (
            <Link key={each.path} to={each.path} className={styles.link} aria-label={`${each.action}: ${text}`}>
              {each.action}
              <span aria-hidden="true">→</span>
            </Link>
          ))}
        </span>
      </li>
    ))}
  </Card>
);
