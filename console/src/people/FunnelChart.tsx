import type { Funnel } from '@companion/contract/staff/people';
import { countText, numberText } from '../page/countText.ts';
import styles from './FunnelChart.module.css';

const STEPS = [
  ['imported', 'Imported'],
  ['invited', 'Invited'],
  ['activated', 'Activated'],
  ['signedIn', 'Signed in'],
] as const;

/** How far the people with a ticket have come: a bar for each step, beside the figures in a table. */
export function FunnelChart({ funnel }: { funnel: Funnel | undefined }) {
  const all = funnel?.imported ?? 0;
  const shareOf = (count: number) => (all === 0 ? 0 : count / all);
  return (
    <>
      <div className={styles.both}>
        {/* The table says the same. */}
        <div className={styles.bars} aria-hidden="true">
          {STEPS.map(([field, name]) => (
            <div key={field} className={styles.step}>
              <span className={styles.label}>{name}</span>
              <svg className={styles.track} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className={styles.bar} width={100 * shareOf(funnel?.[field] ?? 0)} height="10" />
              </svg>
            </div>
          ))}
        </div>
        <table className={styles.table}>
          <caption className="visually-hidden">How far the people with a ticket have come</caption>
          <thead>
            <tr>
              <th scope="col">Step</th>
              <th scope="col">People</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {STEPS.map(([field, name]) => (
              <tr key={field}>
                <th scope="row">{name}</th>
                <td>{numberText(funnel?.[field] ?? 0)}</td>
                <td>{all === 0 ? '' : `${Math.round(100 * shareOf(funnel?.[field] ?? 0))}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        Without a ticket: {countText(funnel?.others ?? 0, 'registration')}, {numberText(funnel?.othersSignedIn ?? 0)}{' '}
        signed in.
      </p>
    </>
  );
}
