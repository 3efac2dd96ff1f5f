import type { PollState, ResultsShownTo } from '@companion/contract/live';
import type { BothResults } from '@companion/contract/staff/polls';

export const STATE_NAMES: Record<PollState, string> = {
  draft: 'Draft',
  open: 'Open',
  closed: 'Closed',
  archived: 'Archived',
};

/** Who sees the results. */
export const SHOWN_TO_NAMES: Record<ResultsShownTo, string> = {
  none: 'No one',
  staff: 'Staff',
  stage: 'Staff and stage',
  everyone: 'Everyone',
};

/** What is counted of a question, under its name: everyone, and of them the confirmed accounts. */
export const countsOf = ({ n, counts, confirmed }: BothResults) => [
  { name: 'Everyone', n, counts },
  ...(confirmed ? [{ name: 'Confirmed', ...confirmed }] : []),
];
