import type { Counted } from '../live.ts';
import type { HallCounts } from './safeguards.ts';

/** More than this share of unconfirmed ones, and `automatic` shows the hall the confirmed ones only. */
export const UNCONFIRMED_MAX = 0.1;

/** Whose answers or upvotes the hall is shown, of `n` of which `confirmed` are by confirmed accounts. */
export const countedInHall = (choice: HallCounts, n: number, confirmed: number): Counted => {
  if (choice !== 'automatic') return choice;
  return n - confirmed > n * UNCONFIRMED_MAX ? 'confirmed' : 'everyone';
};
