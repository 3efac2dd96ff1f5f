import type { PollResults } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';

/** The share of a choice among those who answered, as `12 %`. */
export const shareText = (count: number, n: number): string => `${n === 0 ? 0 : Math.round((count / n) * 100)} %`;

/** The mean of a scale from 1 to 5; undefined for other questions and without answers. */
export function meanOf(
  { questionTypes }: Pick<Poll, 'questionTypes'>,
  { counts }: Pick<PollResults, 'counts'>,
): number | undefined {
  if (questionTypes !== 'range-face-5' && questionTypes !== 'range-number-5') return undefined;
  const answers = counts.reduce((sum, count) => sum + count, 0);
  if (answers === 0) return undefined;
  return counts.reduce((sum, count, index) => sum + count * (index + 1), 0) / answers;
}
