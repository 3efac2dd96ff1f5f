import { FACE_LABELS, SCALE_MAX } from '@companion/contract/constants';
import type { Poll } from '@companion/contract/staff/polls';

/** The choices of a question in the order of its counts; none for free text. */
export function choicesOf({ questionTypes, options }: Pick<Poll, 'questionTypes' | 'options'>): string[] {
  if (questionTypes === 'comment') return [];
  if (questionTypes === 'yes-no') return ['Yes', 'No'];
  if (questionTypes === 'range-face-5') return FACE_LABELS;
  if (questionTypes === 'range-number-5') return Array.from({ length: SCALE_MAX }, (_, index) => String(index + 1));
  return options;
}
