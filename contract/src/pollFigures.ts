import { FACE_LABELS, SCALE_MAX, YES_NO_LABELS } from './constants.ts';
import type { PollResults } from './live.ts';
import type { Question } from './question.ts';

/** The choices of a question in the order of its counts; none for free text. */
export function choicesOf({ questionTypes, options }: Pick<Question, 'questionTypes' | 'options'>): string[] {
  if (questionTypes === 'comment') return [];
  if (questionTypes === 'yes-no') return Object.values(YES_NO_LABELS);
  if (questionTypes === 'range-face-5') return FACE_LABELS;
  if (questionTypes === 'range-number-5') return Array.from({ length: SCALE_MAX }, (_, index) => String(index + 1));
  return options;
}

/** What an answer holds for the choice at this index: its position, from 1; of yes-no the word (§3). */
export const answerValue = ({ questionTypes }: Pick<Question, 'questionTypes'>, index: number): string | number =>
  questionTypes === 'yes-no' ? (Object.keys(YES_NO_LABELS)[index] ?? '') : index + 1;

/** The share of a choice among the `n` who answered, in whole per cent. */
export const shareOf = (count: number, n: number): number => (n > 0 ? Math.round((100 * count) / n) : 0);

/** The mean of a scale from 1 to 5; undefined for other questions and without answers. */
export function meanOf(
  { questionTypes }: Pick<Question, 'questionTypes'>,
  { counts }: Pick<PollResults, 'counts'>,
): number | undefined {
  if (questionTypes !== 'range-face-5' && questionTypes !== 'range-number-5') return undefined;
  const answers = counts.reduce((sum, count) => sum + count, 0);
  if (answers === 0) return undefined;
  return counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / answers;
}
