import { SCALE_MAX } from '@companion/contract/constants';
import type { PollResults as Results } from '@companion/contract/live';
import { answerValue, choicesOf, meanOf, shareOf } from '@companion/contract/pollFigures';
import type { Question } from '@companion/contract/question';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './PollResults.module.css';

export interface PollResultsProps {
  question: Question;
  results: Results;
  /** The page does not show what was asked. */
  namesQuestion?: boolean;
}

interface Row {
  label: string;
  count: number;
  /** Per cent of those who answered. Of several choices each counts, so that the sum can exceed 100. */
  share: number;
  /** The attendee has chosen it. */
  isOwn: boolean;
}

/** How the hall has answered, as far as it is counted: bars to look at, and a table with the same for screen readers. */
export function PollResults({ question, results, namesQuestion = false }: PollResultsProps) {
  const heading = useId();
  const rows = rowsOf(question, results);
  const total = results.n === 1 ? '1 answer' : `${results.n.toLocaleString('en-US')} answers`;
  const average = meanOf(question, results);
  const most = rows.reduce<Row | undefined>((top, row) => (row.count > (top?.count ?? 0) ? row : top), undefined);
  const spoken = useThrottledText(most ? `${total}. Most: ${most.label}, ${most.share} percent.` : `${total}.`);
  return (
    <section aria-labelledby={heading} className={styles.results}>
      <h2 id={heading} className={styles.heading}>
        <span className={styles.label}>Results</span>
        {namesQuestion && question.question}
      </h2>
      {rows.length > 0 && (
        <>
          <ol aria-hidden="true" className={styles.bars}>
            {rows.map(({ label, count, share, isOwn }) => (
              <li key={label} data-most={count > 0 && count === most?.count}>
                <span>
                  <span className={styles.choice}>{label}</span>
                  {isOwn && <span className={styles.own}>{OWN}</span>}
                </span>
                <span className={styles.share}>{share}%</span>
                <span className={styles.count}>{count.toLocaleString('en-US')}</span>
                <span className={styles.track}>
                  <span className={styles.fill} style={{ inlineSize: `${share}%` }} />
                </span>
              </li>
            ))}
          </ol>
          <div className="visually-hidden">
            <table>
              <caption>Results</caption>
              <thead>
                <tr>
                  <th scope="col">Choice</th>
                  <th scope="col">Answers</th>
                  <th scope="col">Share</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ label, count, share, isOwn }) => (
                  <tr key={label}>
                    <th scope="row">{isOwn ? `${label}, ${OWN}` : label}</th>
                    <td>{count}</td>
                    <td>{share}%</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <p className={styles.total}>
        {total}
        {average !== undefined && ` · average ${average.toFixed(1)} of ${SCALE_MAX}`}
        {results.counted === 'confirmed' && ' · Confirmed attendees only'}
      </p>
      <p role="status" className="visually-hidden">
        {spoken}
      </p>
    </section>
  );
}

const OWN = 'your answer';

/** In the order of the choices. Free text has none. */
const rowsOf = (question: Question, { n, counts }: Results): Row[] =>
  choicesOf(question).map((label, index) => {
    const count = counts[index] ?? 0;
    const isOwn = question.ownAnswer?.answers.includes(answerValue(question, index)) === true;
    return { label, count, share: shareOf(count, n), isOwn };
  });

/** How often a text may change that a screen reader announces. */
const INTERVAL_MS = 5000;

/** A text that changes often, for a live region: at most every 5 seconds, and the newest one in the end. */
function useThrottledText(text: string): string {
  const [throttled, setThrottled] = useState('');
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (text === throttled) return;
    const change = () => {
      changedAt.current = performance.now();
      setThrottled(text);
    };
    const timer = setTimeout(change, changedAt.current + INTERVAL_MS - performance.now());
    return () => clearTimeout(timer);
  }, [text, throttled]);
  return throttled;
}
