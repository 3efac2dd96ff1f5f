import { SCALE_MAX } from '@companion/contract/limits';
import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

const NUMBERS = Array.from({ length: SCALE_MAX }, (_, index) => index + 1);

/** 1 to 5 as numbers; which end is which is said below. */
export function NumberScale({ question, answer, onChange }: AnswerControlProps) {
  return (
    <>
      <div className={styles.scale}>
        {NUMBERS.map((value) => (
          <Choice
            key={value}
            tile
            name={question.id}
            checked={answer.answers[0] === value}
            onChange={() => onChange({ ...answer, answers: [value] })}
          >
            <span className={styles.number}>{value}</span>
          </Choice>
        ))}
      </div>
      <p className={styles.ends}>
        <span>Lowest</span>
        <span>Highest</span>
      </p>
    </>
  );
}
