import styles from './BarTable.module.css';
import { numberText } from './countText.ts';
import { ShareBar, shareText } from './ShareBar.tsx';

interface BarTableProps {
  caption: string;
  /** What the rows are, such as choices, and each of them. */
  rowName: string;
  rows: readonly string[];
  /** What counts each row, and the `n` that its shares are of. The bars are those of the first. */
  columns: readonly { name: string; n: number; counts: readonly number[] }[];
}

/** Counts in a fixed order: a bar for each row, with its number and its share next to it. */
export const BarTable = ({ caption, rowName, rows, columns }: BarTableProps) => (
  <table>
    <caption className="visually-hidden">{caption}</caption>
    <thead className={columns.length === 1 ? 'visually-hidden' : undefined}>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{rowName}</span>
        </th>
        {columns.map(({ name }) => (
          <th key={name} scope="col" className={styles.name}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a row is what identifies it
        <tr key={index} className={styles.row}>
          <th scope="row" className={`written ${styles.label}`}>
            {text}
            <ShareBar count={columns[0]?.counts[index] ?? 0} of={columns[0]?.n ?? 0} className={styles.bar} />
          </th>
          {columns.map(({ name, n, counts }) => (
            <td key={name} className={styles.number}>
              {numberText(counts[index] ?? 0)} <span className={styles.share}>{shareText(counts[index] ?? 0, n)}</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
