import { countedInHall } from '@companion/contract/staff/hallCounts';
import type { BothResults } from '@companion/contract/staff/polls';
import type { HallCounts } from '@companion/contract/staff/safeguards';
import { countText, numberText } from '../page/countText.ts';

export const HALL_COUNTS_NAMES: Record<HallCounts, string> = {
  automatic: 'Automatic',
  everyone: 'Everyone',
  confirmed: 'Confirmed only',
};

const COUNTED_TEXTS = { everyone: 'everyone’s answers', confirmed: 'confirmed answers only' };

/**
 * Whose answers hall and phones are shown with this choice, and why.
 * @param results of the poll on stage, if its results are shown to the staff
 */
export function hallCountsText(choice: HallCounts, results: BothResults | undefined): string {
  const { n, confirmed } = results ?? { n: 0 };
  if (n === 0 || !confirmed) return RULES[choice];
  const unconfirmed = n - confirmed.n;
  const shown = `the hall sees ${COUNTED_TEXTS[countedInHall(choice, n, confirmed.n)]}`;
  const share = `${numberText(unconfirmed)} of ${countText(n, 'answer')} ${n === 1 || unconfirmed === 1 ? 'is' : 'are'} unconfirmed`;
  return choice === 'automatic' ? `Automatic: ${share}, so ${shown}.` : `Your choice: ${shown}; ${share}.`;
}

/** While there is nothing to decide on. */
const RULES: Record<HallCounts, string> = {
  automatic: 'Automatic: confirmed only as soon as more than a tenth of the answers or upvotes is unconfirmed.',
  everyone: 'Your choice: all answers and upvotes.',
  confirmed: 'Your choice: answers and upvotes of confirmed attendees only.',
};
