import { FACE_LABELS } from '@companion/contract/constants';
import type { AnswerControlProps } from './AnswerControlProps.ts';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';
import { Face } from './Face.tsx';

/** A scale from 1 to 5 as faces, each with a label. */
export function FaceScale({ question, answer, onChange }: AnswerControlProps) {
  return (
    <div className={styles.scale}>
      {FACE_LABELS.map((label, index) => (
        <Choice
          key={label}
          tile
          name={question.id}
          checked={answer.answers[0] === index + 1}
          onChange={() => onChange({ ...answer, answers: [index + 1] })}
        >
          <Face mood={index - 2} />
          {label}
        </Choice>
      ))}
    </div>
  );
}
