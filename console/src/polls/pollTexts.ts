import type { PollState, ResultsShownTo } from '@companion/contract/live';
import type { QuestionType } from '@companion/contract/question';
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

export const TYPE_NAMES: Record<QuestionType, string> = {
  'yes-no': 'Yes or no',
  'range-face-5': 'Five faces',
  'range-number-5': '1 to 5',
  options: 'One of several',
  'multiple-options': 'Multiple choice',
  comment: 'Free text',
};

/** What is counted of a question, under its name: everyone, and of them the confirmed accounts. */
export const countsOf = ({ n, counts, confirmed }: BothResults) => [
  { name: 'Everyone', n, counts },
  ...(confirmed ? [{ name: 'Confirmed', ...confirmed }] : []),
];
