import { useId } from 'react';
import styles from './AnswerChoices.module.css';
import { Face } from './Face.tsx';

interface AnswerChoicesProps {
  /** The type of the question (§3); one of a free text has no choices. */
  type: string;
  /** Of the choices, from the first to the last. */
  labels: readonly string[];
  /** What the ends of a scale of numbers mean, by their position from 1. */
  ends: Readonly<Record<number, string>>;
  /** Of the group of radio buttons. */
  name: string;
  isChosen(index: number): boolean;
  onChoose(index: number): void;
}

/**
 * The choices of a question: one of them, or any number. A scale from 1 to 5 is a row of faces, each with a label, or of
 * numbers, the first and the last with one.
 */
export function AnswerChoices({ type, labels, ends, name, isChosen, onChoose }: AnswerChoicesProps) {
  const id = useId();
  const isMultiple = type === 'multiple-options';
  const isNumber = type === 'range-number-5';
  const isScale = isNumber || type === 'range-face-5';
  return (
    <>
      {isMultiple && <p className={styles.hint}>Choose one or more.</p>}
      <div className={isScale ? styles.scale : styles.list}>
        {labels.map((label, index) => {
          const end = isNumber ? ends[index + 1] : undefined;
          return (
            // Its whole area can be tapped.
            <label key={label} className={isScale ? `${styles.choice} ${styles.tile}` : styles.choice}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={isMultiple ? undefined : name}
                checked={isChosen(index)}
                onChange={() => onChoose(index)}
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
