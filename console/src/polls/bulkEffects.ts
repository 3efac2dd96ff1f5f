import type { PollState } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { countText } from '../page/countText.ts';
import { wasAsked } from './runActions.ts';

type Affected = Pick<Poll, 'state' | 'isOnStage' | 'openedAt' | 'closesAt' | 'campaignId'>;

/** What each state means for the questions that get it, after "3 questions". */
const EFFECTS: Record<PollState, [one: string, several: string]> = {
  draft: ['becomes a draft: attendees do not see it', 'become drafts: attendees do not see them'],
  open: ['opens on every phone', 'open on every phone'],
  closed: ['closes: it takes no more answers', 'close: they take no more answers'],
  archived: ['goes to the archive: attendees no longer see it', 'go to the archive: attendees no longer see them'],
};

/** What will happen when these questions get a state, in sentences. */
export function bulkEffects(polls: readonly Affected[], state: PollState): string[] {
  const changing = polls.filter((poll) => poll.state !== state);
  const [one, several] = EFFECTS[state];
  const same = polls.length - changing.length;
  const hides = state === 'draft' || state === 'archived';
  const staged = hides && changing.some(({ isOnStage, state: before }) => isOnStage && before !== 'draft');
  const unasked = state === 'closed' ? changing.filter((poll) => poll.state !== 'open' && !wasAsked(poll)).length : 0;
  const open = changing.filter((poll) => poll.state === 'open').length;
  return [
    `${countText(changing.length, 'question')} ${changing.length === 1 ? one : several}.`,
    ...(hides && open > 0
      ? [`${open} of them ${open === 1 ? 'is' : 'are'} open now and will take no more answers.`]
      : []),
    ...(unasked > 0
      ? [`${unasked} of them ${unasked === 1 ? 'was' : 'were'} never asked, and attendees will see that.`]
      : []),
    ...(staged ? ['One of them is on stage: the stage will show nothing.'] : []),
    ...(same > 0 ? [`${countText(same, 'question')} ${same === 1 ? 'stays as it is' : 'stay as they are'}.`] : []),
    'Their answers stay. You can undo this.',
  ];
}
