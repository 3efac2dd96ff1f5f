import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

export function YesNo({ question, answer, onChange }: AnswerControlProps) {
  return (
    <div className={styles.list}>
      {['yes', 'no'].map((value) => (
        <Choice
          key={value}
          name={question.id}
          checked={answer.answers[0] === value}
          onChange={() => onChange({ ...answer, answers: [value] })}
        >
          {value === 'yes' ? 'Yes' : 'No'}
        </Choice>
      ))}
    </div>
  );
}
