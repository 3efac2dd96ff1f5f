import type { Answer } from '@companion/contract/answer';
import { COMMENT_MAX, SCALE_ENDS } from '@companion/contract/constants';
import { choicesOf } from '@companion/contract/pollFigures';
import type { Question } from '@companion/contract/question';
import { AnswerChoices } from '../ui/AnswerChoices.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
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

/** The answer is the positions of what is chosen, from 1; of yes-no it is the word (§3). */
function Choices({ question, answer, onChange }: Omit<AnswerControlProps, 'isReadOnly'>) {
  const choose = (value: string | number) => {
    const isMultiple = question.questionTypes === 'multiple-options';
    const others = isMultiple ? answer.answers.filter((chosen) => chosen !== value) : [];
    const isTakenBack = isMultiple && others.length < answer.answers.length;
    onChange({ ...answer, answers: isTakenBack ? others : [...others, value].toSorted() });
  };
  return (
    <AnswerChoices
      type={question.questionTypes}
      labels={choicesOf(question)}
      ends={SCALE_ENDS}
      name={question.id}
      isChosen={(index) => answer.answers.includes(answerValue(question, index))}
      onChoose={(index) => choose(answerValue(question, index))}
    />
  );
}
