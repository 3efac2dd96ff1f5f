import type { Poll } from '@companion/contract/staff/polls';
import { useStaffQuery } from '../api/useStaffQuery.ts';

/** A question as attendees have it, and how many have answered it; undefined for one that is not published. */
export function usePublishedPoll(id: string | null): { poll: Poll; answers: number } | undefined {
  const polls = useStaffQuery('getPolls', {}, { isOn: id !== null }).data?.results;
  const poll = polls?.find((one) => one.id === id);
  const params = { campaignId: poll?.campaignId ?? '', questionId: poll?.id ?? '' };
  const count = useStaffQuery('getAnswerCount', params, { isOn: poll !== undefined, everyMs: EVERY_MS }).data?.results;
  return poll && count && { poll, answers: count.n };
}

const EVERY_MS = 10_000;
