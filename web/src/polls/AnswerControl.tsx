import type { QuestionType } from '@companion/contract/question';
import type { ComponentType } from 'react';
import type { AnswerControlProps } from './AnswerControlProps.ts';
import { CommentAnswer } from './CommentAnswer.tsx';
import { FaceScale } from './FaceScale.tsx';
import { MultipleOptions } from './MultipleOptions.tsx';
import { NumberScale } from './NumberScale.tsx';
import { SingleOption } from './SingleOption.tsx';
import { YesNo } from './YesNo.tsx';

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
