import { FACE_LABELS, SCALE_MAX, YES_NO_LABELS } from '@companion/contract/constants';
import type { Question } from '@companion/contract/question';

/** The chosen answers as their question words them: an answer itself holds positions. */
export function answerText(
  { questionTypes, options }: Pick<Question, 'questionTypes' | 'options'>,
  answers: readonly unknown[],
): string {
  const textOf = (answer: unknown) => {
    if (typeof answer === 'string') return YES_NO_LABELS[answer];
    if (questionTypes === 'range-number-5') return `${answer} of ${SCALE_MAX}`;
    return (questionTypes === 'range-face-5' ? FACE_LABELS : options)[Number(answer) - 1];
  };
  // An option may contain commas.
  return answers.map((answer) => textOf(answer) ?? String(answer)).join('; ');
}
