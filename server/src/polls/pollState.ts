import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import { CLOSING_GRACE_MS, type PollState, type ResultsShownTo } from '@companion/contract/live';

/** The state of a question as it is stored; null where nothing was changed yet. */
export interface StoredState {
  state: PollState | null;
  closes_at: number | null;
  opened_at: number | null;
}

type Closing = Pick<StoredState, 'state' | 'closes_at'>;

/** The state at that time: a countdown closes a poll without anyone's action. */
export function stateAt({ state, closes_at }: Closing, now: number): PollState {
  if (state === 'open' && closes_at !== null && closes_at <= now) return 'closed';
  return state ?? 'open';
}

/** Whether an answer that arrives at that time counts. */
export function takesAnswers(stored: Closing, now: number): boolean {
  const state = stateAt(stored, now);
  return state === 'open' || (state === 'closed' && now <= (stored.closes_at ?? 0) + CLOSING_GRACE_MS);
}

/**
 * Whether an answer counts that arrives after the closing and was made at `madeAt`, while the poll was open (decision 053).
 * @param lateMs how long after the closing it may arrive
 */
export function takesLateAnswer(stored: StoredState, madeAt: number, now: number, lateMs: number): boolean {
  const { closes_at, opened_at } = stored;
  if (stateAt(stored, now) !== 'closed' || closes_at === null) return false;
  // Without `opened_at` it was open from the start. A time before 1970 comes from an absurd age, and would be stored.
  const wasOpen = madeAt <= closes_at + CLOSING_GRACE_MS && madeAt >= (opened_at ?? 0);
  return wasOpen && now <= closes_at + lateMs;
}

/** Who sees the results of a question until someone changes that: a survey is not for the stage. */
export const firstShownTo = (campaignId: string): ResultsShownTo =>
  SURVEY_CAMPAIGNS.includes(campaignId) ? 'staff' : 'none';
