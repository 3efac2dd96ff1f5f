import type { Answer } from '@companion/contract/answer';
import { COMMENT_MAX, FACE_LABELS, SCALE_MAX, YES_NO_LABELS } from '@companion/contract/constants';
import type { Question, QuestionType } from '@companion/contract/question';
import { type ComponentType, useId } from 'react';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import styles from './Choice.module.css';
import { Choice } from './Choice.tsx';

interface AnswerControlProps {
  question: Question;
  /** The answer as chosen or typed so far. */
  answer: Required<Answer>;
  /** Nothing happens while the answer is being sent. */
  onChange: (answer: Required<Answer>) => void;
  /** The answer is being sent. */
  isReadOnly: boolean;
}

/** §3: one control for each type of question. */
const CONTROLS: Record<QuestionType, ComponentType<AnswerControlProps>> = {
  'yes-no': YesNo,
  'range-face-5': FaceScale,
  'range-number-5': NumberScale,
  options: SingleOption,
  'multiple-options': MultipleOptions,
  comment: CommentAnswer,
};

export function AnswerControl(props: AnswerControlProps) {
  const Control = CONTROLS[props.question.questionTypes];
  return <Control {...props} />;
}

function YesNo({ question, answer, onChange }: AnswerControlProps) {
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

/** A scale from 1 to 5 as faces, each with a label. */
function FaceScale({ question, answer, onChange }: AnswerControlProps) {
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

const NUMBERS = Array.from({ length: SCALE_MAX }, (_, index) => index + 1);

/** A scale from 1 to 5 as numbers. The ends are labelled below, and in the description of their controls. */
function NumberScale({ question, answer, onChange }: AnswerControlProps) {
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

/** One of the question's options. The answer is its position, from 1 (§3). */
function SingleOption({ question, answer, onChange }: AnswerControlProps) {
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

/** Any number of the question's options. The answer lists their positions, from 1 (§3). */
function MultipleOptions({ question, answer: { answers, comment }, onChange }: AnswerControlProps) {
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

/** A free text in 5 rows (§2). */
function CommentAnswer({ answer, onChange, isReadOnly }: AnswerControlProps) {
  return (
    <TextAreaField
      label="Your answer"
      rows={5}
      maxLength={COMMENT_MAX}
      autoCapitalize="sentences"
      value={answer.comment}
      readOnly={isReadOnly}
      onChange={(event) => onChange({ answers: [], comment: event.currentTarget.value })}
    />
  );
}

/** A face whose mouth bends with the mood, from -2 (very bad) to 2 (very good). */
function Face({ mood }: { mood: number }) {
  const bend = mood * 4;
  const corners = 27 - bend / 2;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 40 40"
      width="40"
      height="40"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <circle cx="20" cy="20" r="17" />
      <path d={`M12 ${corners}Q20 ${corners + bend} 28 ${corners}`} />
      <path d="M14 15.5v1.5M26 15.5v1.5" strokeWidth="3.5" />
      {mood === -2 && <path d="M10.5 11l4.5 2M29.5 11l-4.5 2" />}
      {mood === 2 && <path d="M11 11.5q3-2 5.5-.5M29 11.5q-3-2-5.5-.5" />}
    </svg>
  );
}
