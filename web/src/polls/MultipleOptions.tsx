import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

/** Any number of the question's options. The answer lists their positions, from 1 (§3). */
export function MultipleOptions({ question, answer: { answers, comment }, onChange }: AnswerControlProps) {
  const toggle = (position: number) => {
    const others = answers.filter((chosen) => chosen !== position);
    const chosen = others.length < answers.length ? others : [...others, position];
    onChange({ answers: chosen.toSorted(), comment });
  };
  return (
    <>
      <p className={styles.hint}>Choose one or more.</p>
      <div className={styles.list}>
        {question.options.map((option, index) => (
          <Choice key={option} type="checkbox" checked={answers.includes(index + 1)} onChange={() => toggle(index + 1)}>
            {option}
          </Choice>
        ))}
      </div>
    </>
  );
}
