import type { Answer } from '@companion/contract/answer';
import { COMMENT_MAX, SCALE_ENDS } from '@companion/contract/constants';
import { choicesOf } from '@companion/contract/pollFigures';
import type { Question } from '@companion/contract/question';
import { useId } from 'react';
import { Face } from '../ui/Face.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import styles from './AnswerControl.module.css';
import { answerValue } from './answerValue.ts';

interface AnswerControlProps {
  question: Question;
  /** The answer as chosen or typed so far. */
  answer: Required<Answer>;
  /** Nothing happens while the answer is being sent. */
  onChange: (answer: Required<Answer>) => void;
  /** The answer is being sent. */
  isReadOnly: boolean;
}

/** A free text in 5 rows (§2), or the question's choices. */
export function AnswerControl({ isReadOnly, ...control }: AnswerControlProps) {
  if (control.question.questionTypes !== 'comment') return <Choices {...control} />;
  return (
    <TextAreaField
      label="Your answer"
      rows={5}
      maxLength={COMMENT_MAX}
      autoCapitalize="sentences"
      value={control.answer.comment}
      readOnly={isReadOnly}
      onChange={(event) => control.onChange({ answers: [], comment: event.currentTarget.value })}
    />
  );
}

/**
 * One of the choices, or any number of them. The answer is their positions, from 1; of yes-no it is the word (§3). A
 * scale from 1 to 5 is a row of faces, each with a label, or of numbers, the first and the last with one.
 */
function Choices({ question, answer, onChange }: Omit<AnswerControlProps, 'isReadOnly'>) {
  const id = useId();
  const { questionTypes: type } = question;
  const isMultiple = type === 'multiple-options';
  const isNumber = type === 'range-number-5';
  const isScale = isNumber || type === 'range-face-5';
  const choices = choicesOf(question);

  const choose = (value: string | number) => {
    const others = isMultiple ? answer.answers.filter((chosen) => chosen !== value) : [];
    const isTakenBack = isMultiple && others.length < answer.answers.length;
    onChange({ ...answer, answers: isTakenBack ? others : [...others, value].toSorted() });
  };

  return (
    <>
      {isMultiple && <p className={styles.hint}>Choose one or more.</p>}
      <div className={isScale ? styles.scale : styles.list}>
        {choices.map((label, index) => {
          const position = index + 1;
          const end = isNumber ? SCALE_ENDS[position] : undefined;
          const value = answerValue(question, index);
          return (
            // Its whole area can be tapped.
            <label key={label} className={isScale ? `${styles.choice} ${styles.tile}` : styles.choice}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={isMultiple ? undefined : question.id}
                checked={answer.answers.includes(value)}
                onChange={() => choose(value)}
                aria-describedby={end && `${id}-${end}`}
                className={styles.input}
              />
              {type === 'range-face-5' && <Face mood={index - 2} />}
              {isNumber ? <span className={styles.number}>{label}</span> : label}
              {end && (
                // It describes the choice, and is no part of its name.
                <span id={`${id}-${end}`} aria-hidden="true">
                  {end}
                </span>
              )}
            </label>
          );
        })}
      </div>
    </>
  );
}
