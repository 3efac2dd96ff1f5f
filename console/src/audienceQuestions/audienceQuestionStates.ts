import type { AudienceQuestionState } from '@companion/contract/audienceQuestion';

/** The states as the staff reads them. */
export const STATE_NAMES: Record<AudienceQuestionState, string> = {
  pending: 'Waiting',
  shown: 'Shown',
  pinned: 'Pinned',
  answered: 'Answered',
  dismissed: 'Dismissed',
};

export interface AudienceQuestionAction {
  state: Exclude<AudienceQuestionState, 'pending'>;
  label: string;
  /** The key that does it, while no control has the focus. */
  key: string;
  /** What happened, for one question and for several. */
  done: string;
}

/** What a moderator can do, in the order of the buttons. */
export const AUDIENCE_QUESTION_ACTIONS: AudienceQuestionAction[] = [
  { state: 'shown', label: 'Approve', key: 'a', done: 'shown to everyone' },
  { state: 'pinned', label: 'Pin', key: 'p', done: 'pinned' },
  { state: 'answered', label: 'Answered', key: 'r', done: 'marked as answered' },
  { state: 'dismissed', label: 'Dismiss', key: 'd', done: 'dismissed' },
];

/** What a button is called on a question in this state. */
export function labelOn(state: AudienceQuestionState, action: AudienceQuestionAction): string {
  if (action.state !== 'shown') return action.label;
  if (state === 'pinned') return 'Unpin';
  return state === 'answered' ? 'Show again' : action.label;
}

/** Why these questions cannot get a state together; undefined if they can. */
export const whyNot = ({ state }: AudienceQuestionAction, count: number): string | undefined =>
  state === 'pinned' && count > 1 ? 'Pin one question at a time.' : undefined;

export const doneText = ({ done }: AudienceQuestionAction, count: number): string =>
  count === 1 ? `Question ${done}.` : `${count} questions ${done}.`;
