import { CLOSING_GRACE_MS, type PollState, RESULTS_SHOWN_TO, type ResultsShownTo } from '@companion/contract/live';
import type { Audience } from '../live/liveSource.ts';

/** The state of a question as it is stored; null where nothing was changed yet. */
interface StoredState {
  state: PollState | null;
  closes_at: number | null;
}

/** The state at that time: a countdown closes a poll without anyone's action. */
export function stateAt({ state, closes_at }: StoredState, now: number): PollState {
  if (state === 'open' && closes_at !== null && closes_at <= now) return 'closed';
  return state ?? 'open';
}

/** Whether an answer that arrives at that time counts. */
export function takesAnswers(stored: StoredState, now: number): boolean {
  const state = stateAt(stored, now);
  return state === 'open' || (state === 'closed' && now <= (stored.closes_at ?? 0) + CLOSING_GRACE_MS);
}

/** Whether results that are shown to `shownTo` may be sent to this audience. */
export const maySee = (shownTo: ResultsShownTo, audience: Audience): boolean =>
  RESULTS_SHOWN_TO.indexOf(shownTo) >= RESULTS_SHOWN_TO.indexOf(audience);
