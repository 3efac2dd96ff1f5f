import { YES_NO_LABELS } from '@companion/contract/constants';
import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

export function YesNo({ question, answer, onChange }: AnswerControlProps) {
  return (
    <div className={styles.list}>
      {Object.entries(YES_NO_LABELS).map(([value, label]) => (
        <Choice
          key={value}
          name={question.id}
          checked={answer.answers[0] === value}
          onChange={() => onChange({ ...answer, answers: [value] })}
        >
          {label}
        </Choice>
      ))}
    </div>
  );
}
