import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { PollState, ResultsShownTo } from '@companion/contract/live';

/** The state of a question as it is stored; null where nothing was changed yet. */
export interface StoredState {
  state: PollState | null;
  closes_at: number | null;
  opened_at: number | null;
}

export type Closing = Pick<StoredState, 'state' | 'closes_at'>;

/** The state at that time: a countdown closes a poll without anyone's action. */
export function stateAt({ state, closes_at }: Closing, now: number): PollState {
  if (state === 'open' && closes_at !== null && closes_at <= now) return 'closed';
  return state ?? 'open';
}

/** Who sees the results of a question until someone changes that: a survey is not for the stage. */
export const firstShownTo = (campaignId: string): ResultsShownTo =>
  SURVEY_CAMPAIGNS.includes(campaignId) ? 'staff' : 'none';
