import type { ActivityHour } from '@companion/contract/staff/overview';
import { numberText } from '../page/countText.ts';
import styles from './ActivityTable.module.css';

/** What comes in. */
export const SERIES = [
  ['registrations', 'Registrations'],
  ['answers', 'Answers'],
  ['votes', 'Votes'],
  ['comments', 'Comments'],
  ['questions', 'Questions from the hall'],
] as const;

type Counts = Omit<ActivityHour, 'at'>;

interface ActivityTableProps {
  /** What the table is, for who does not see it. */
  label: string;
  /** What the rows are, such as hours, and each of them. */
  rowName: string;
  rows: readonly { id: string; name: string; counts: Counts }[];
  /** What the rows are together, if that is shown. */
  total?: Counts;
}

/** What came in, in figures. */
export const ActivityTable = ({ label, rowName, rows, total }: ActivityTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
  <section className={styles.scroll} aria-label={label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{rowName}</th>
          {SERIES.map(([field, name]) => (
            <th key={field} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, counts }) => (
          <Row key={id} name={name} counts={counts} />
        ))}
      </tbody>
      {total && (
        <tfoot>
          <Row name="Together" counts={total} />
        </tfoot>
      )}
    </table>
  </section>
);

const Row = ({ name, counts }: { name: string; counts: Counts }) => (
  <tr>
    <th scope="row">{name}</th>
    {SERIES.map(([field]) => (
      <td key={field}>{numberText(counts[field])}</td>
    ))}
  </tr>
);
