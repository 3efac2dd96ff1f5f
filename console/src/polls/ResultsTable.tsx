import type { PollResults } from '@companion/contract/live';
import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { Poll } from '@companion/contract/staff/polls';
import { BarTable } from '../page/BarTable.tsx';
import { countText } from '../page/countText.ts';
import styles from './ResultsTable.module.css';

interface ResultsTableProps {
  poll: Poll;
  results: PollResults;
  /** How many of the answers arrived after the closing. */
  late: number;
}

/** The counted answers of a question. */
export function ResultsTable({ poll, results, late }: ResultsTableProps) {
  const choices = choicesOf(poll);
  const mean = meanOf(poll, results);
  return (
    <div className={styles.results}>
      <p className={styles.total}>
        <b>{countText(results.n, 'answer')}</b>
        {mean !== undefined && <span>Mean {mean.toFixed(1)}</span>}
        {late > 0 && <span className={styles.late}>{late} of them arrived late, from phones without a network</span>}
      </p>
      {choices.length > 0 && (
        <BarTable
          caption="Answers by choice"
          columns={['Choice', 'Answers']}
          rows={choices.map((choice, index) => [choice, results.counts[index] ?? 0] as const)}
          of={results.n}
        />
      )}
    </div>
  );
}
