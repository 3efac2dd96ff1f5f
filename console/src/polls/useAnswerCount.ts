import type { Poll } from '@companion/contract/staff/polls';
import { useStaffQuery } from '../api/useStaffQuery.ts';

const OPEN_MS = 1000;
const OTHERWISE_MS = 5000;

/**
 * How many have answered the poll on stage, and how many of them are confirmed: also while the results are shown to no
 * one. Undefined until it is known.
 */
export function useAnswerCount(poll: Poll | undefined): { n: number; confirmed: number | undefined } | undefined {
  const params = { campaignId: poll?.campaignId ?? '', questionId: poll?.id ?? '' };
  const isOn = poll !== undefined;
  const isHidden = poll?.shownTo === 'none';
  // Another part of the screen keeps these up to date.
  const results = useStaffQuery('getPollResults', params, { isOn: isOn && !isHidden }).data?.results.total;
  const everyMs = poll?.state === 'open' ? OPEN_MS : OTHERWISE_MS;
  const count = useStaffQuery('getAnswerCount', params, { isOn: isOn && isHidden, everyMs }).data?.results;
  return results ? { n: results.n, confirmed: results.confirmed?.n } : count;
}
