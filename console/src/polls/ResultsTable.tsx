import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { BothResults, Poll } from '@companion/contract/staff/polls';
import { BarTable } from '../page/BarTable.tsx';
import { bothCountsText } from '../page/countText.ts';
import { countsOf } from './pollTexts.ts';
import styles from './ResultsTable.module.css';

interface ResultsTableProps {
  poll: Poll;
  results: BothResults;
  /** How many of the answers arrived after the closing. */
  late: number;
}

/** The counted answers of a question. */
export function ResultsTable({ poll, results, late }: ResultsTableProps) {
  const choices = choicesOf(poll);
  const { confirmed } = results;
  const mean = meanOf(poll, results);
  const confirmedMean = confirmed && meanOf(poll, confirmed);
  return (
    <div className={styles.results}>
      <p className={styles.total}>
        <b>{bothCountsText(results.n, confirmed?.n, 'answer')}</b>
        {mean !== undefined && (
          <span>
            Mean {mean.toFixed(1)}
            {confirmedMean !== undefined && `, of confirmed ${confirmedMean.toFixed(1)}`}
          </span>
        )}
        {late > 0 && <span className={styles.late}>{late} of them arrived late, from phones without a network</span>}
      </p>
      {choices.length > 0 && (
        <BarTable caption="Answers by choice" rowName="Choice" rows={choices} columns={countsOf(results)} />
      )}
    </div>
  );
}
