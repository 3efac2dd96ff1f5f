import { YES_NO_LABELS } from '@companion/contract/constants';
import type { Question } from '@companion/contract/question';

/** What an answer holds for the choice at this index: its position, from 1; of yes-no the word (§3). */
export const answerValue = ({ questionTypes }: Pick<Question, 'questionTypes'>, index: number): string | number =>
  questionTypes === 'yes-no' ? (Object.keys(YES_NO_LABELS)[index] ?? '') : index + 1;
