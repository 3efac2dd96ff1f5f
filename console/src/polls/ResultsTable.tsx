import type { PollResults } from '@companion/contract/live';
import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { Poll } from '@companion/contract/staff/polls';
import { shareText } from '../page/shareText.ts';
import styles from './ResultsTable.module.css';

interface ResultsTableProps {
  poll: Poll;
  results: PollResults;
  /** How many of the answers arrived after the closing. */
  late: number;
}

/** The counted answers of a question: a bar for each choice, with its numbers next to it. */
export function ResultsTable({ poll, results, late }: ResultsTableProps) {
  const choices = choicesOf(poll);
  const mean = meanOf(poll, results);
  const answered = `${results.n} ${results.n === 1 ? 'answer' : 'answers'}`;
  return (
    <div className={styles.results}>
      <p className={styles.total}>
        <b>{answered}</b>
        {mean !== undefined && <span>Mean {mean.toFixed(1)}</span>}
        {late > 0 && <span className={styles.late}>{late} of them arrived late, from phones without a network</span>}
      </p>
      {choices.length > 0 && (
        <table className={styles.table}>
          <caption className="visually-hidden">Answers by choice</caption>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">Choice</th>
              <th scope="col">Answers</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {choices.map((choice, index) => {
              const count = results.counts[index] ?? 0;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place of a choice is what identifies it
                <tr key={index} className={styles.row}>
                  <th scope="row" className={`written ${styles.choice}`}>
                    {choice}
                    <span className={styles.track} aria-hidden="true">
                      <span className={styles.bar} style={{ width: `${barWidth(count, results.n)}%` }} />
                    </span>
                  </th>
                  <td className={styles.number}>{count}</td>
                  <td className={styles.number}>{shareText(count, results.n)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}

const barWidth = (count: number, n: number): number => (n === 0 ? 0 : (count / n) * 100);
