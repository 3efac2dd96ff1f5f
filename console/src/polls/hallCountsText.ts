import { countedInHall } from '@companion/contract/staff/hallCounts';
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
 * @param count of the answers to the poll on stage
 */
export function hallCountsText(choice: HallCounts, count: { n: number; confirmed: number | undefined } | undefined) {
  const { n, confirmed } = count ?? { n: 0 };
  if (n === 0 || confirmed === undefined) return RULES[choice];
  const counted = countedInHall(choice, n, confirmed);
  if (counted === 'confirmed' && confirmed === 0) return `${NAMES[choice]}: ${noneConfirmed(n)}`;
  const shown = `the hall sees ${COUNTED_TEXTS[counted]}`;
  const unconfirmed = n - confirmed;
  const share = `${numberText(unconfirmed)} of ${countText(n, 'answer')} ${n === 1 || unconfirmed === 1 ? 'is' : 'are'} unconfirmed`;
  return `${NAMES[choice]}: ${choice === 'automatic' ? `${share}, so ${shown}` : `${shown}; ${share}`}.`;
}

const NAMES: Record<HallCounts, string> = {
  automatic: 'Automatic',
  everyone: 'Your choice',
  confirmed: 'Your choice',
};

/** As in a first trial, with a phone whose number nobody has proved. */
const noneConfirmed = (n: number): string =>
  `the hall sees 0 answers, since ${n === 1 ? 'the 1 given is' : `the ${numberText(n)} given are`} unconfirmed. ` +
  'For a trial, choose Everyone.';

/** While there is nothing to decide on. */
const RULES: Record<HallCounts, string> = {
  automatic: 'Automatic: confirmed only as soon as more than a tenth of the answers or upvotes is unconfirmed.',
  everyone: 'Your choice: all answers and upvotes.',
  confirmed: 'Your choice: answers and upvotes of confirmed attendees only.',
};
