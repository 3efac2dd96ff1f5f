import styles from './BarTable.module.css';
import { ShareBar, shareText } from './ShareBar.tsx';

interface BarTableProps {
  caption: string;
  /** What the first two columns are. */
  columns: readonly [label: string, count: string];
  rows: readonly (readonly [label: string, count: number])[];
  /** How many the shares are of. */
  of: number;
}

/** Counts in a fixed order: a bar for each, with its number and its share next to it. */
export const BarTable = ({ caption, columns: [label, count], rows, of }: BarTableProps) => (
  <table className={styles.table}>
    <caption className="visually-hidden">{caption}</caption>
    <thead className="visually-hidden">
      <tr>
        <th scope="col">{label}</th>
        <th scope="col">{count}</th>
        <th scope="col">Share</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([text, n], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a row is what identifies it
        <tr key={index} className={styles.row}>
          <th scope="row" className={`written ${styles.label}`}>
            {text}
            <ShareBar count={n} of={of} className={styles.bar} />
          </th>
          <td className={styles.number}>{n}</td>
          <td className={styles.number}>{shareText(n, of)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
