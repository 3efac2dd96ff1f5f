import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

/** One of the question's options. The answer is its position, from 1 (§3). */
export function SingleOption({ question, answer, onChange }: AnswerControlProps) {
  return (
    <div className={styles.list}>
      {question.options.map((option, index) => (
        <Choice
          key={option}
          name={question.id}
          checked={answer.answers[0] === index + 1}
          onChange={() => onChange({ ...answer, answers: [index + 1] })}
        >
          {option}
        </Choice>
      ))}
    </div>
  );
}
