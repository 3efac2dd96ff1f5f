import { SCALE_MAX } from '@companion/contract/constants';
import { useId } from 'react';
import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

const NUMBERS = Array.from({ length: SCALE_MAX }, (_, index) => index + 1);

/** A scale from 1 to 5 as numbers. The ends are labelled below, and in the description of their controls. */
export function NumberScale({ question, answer, onChange }: AnswerControlProps) {
  const id = useId();
  const [lowest, highest] = [`${id}-lowest`, `${id}-highest`];
  return (
    <>
      <div className={styles.scale}>
        {NUMBERS.map((value) => (
          <Choice
            key={value}
            tile
            name={question.id}
            describedBy={value === 1 ? lowest : value === SCALE_MAX ? highest : undefined}
            checked={answer.answers[0] === value}
            onChange={() => onChange({ ...answer, answers: [value] })}
          >
            <span className={styles.number}>{value}</span>
          </Choice>
        ))}
      </div>
      <p className={styles.ends}>
        <span id={lowest}>Lowest</span>
        <span id={highest}>Highest</span>
      </p>
    </>
  );
}
