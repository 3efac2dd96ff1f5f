import type { Counted, PollResults } from '../live.ts';
import type { BothResults } from './polls.ts';
import type { HallCounts } from './safeguards.ts';

/** More than this share of unconfirmed ones, and `automatic` shows the hall the confirmed ones only. */
export const UNCONFIRMED_MAX = 0.1;

/** Whose answers or upvotes the hall is shown, of `n` of which `confirmed` are by confirmed accounts. */
export const countedInHall = (choice: HallCounts, n: number, confirmed: number): Counted => {
  if (choice !== 'automatic') return choice;
  return n - confirmed > n * UNCONFIRMED_MAX ? 'confirmed' : 'everyone';
};

/** The results as the hall is shown them: one number, and whose it is. */
export function hallResults(choice: HallCounts, { confirmed, ...everyone }: BothResults): PollResults {
  // A node of an earlier version has no other number.
  if (!confirmed) return everyone;
  const counted = countedInHall(choice, everyone.n, confirmed.n);
  return counted === 'confirmed' ? { ...everyone, ...confirmed, counted } : { ...everyone, counted };
}
