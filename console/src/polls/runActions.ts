import { SURVEY_CAMPAIGNS } from '@companion/contract/constants';
import type { Poll, PollChange, PollStateChange } from '@companion/contract/staff/polls';
import { nextOnStage } from './runningOrder.ts';

/** What changes about a poll. */
export type PollChanges = Omit<PollChange, 'version'>;

/**
 * Whether attendees have ever been able to answer. Surveys are open from the start, without a press, and so were all polls
 * of an earlier version until they closed.
 */
export const wasAsked = ({ openedAt, closesAt, campaignId }: Pick<Poll, 'openedAt' | 'closesAt' | 'campaignId'>) =>
  openedAt !== null || closesAt !== null || SURVEY_CAMPAIGNS.includes(campaignId);

/** The buttons of the run mode. */
export const RUN_ACTS = ['toggle', 'reveal', 'next'] as const;
export type RunAct = (typeof RUN_ACTS)[number];

/** One button of the run mode: what it changes about which poll, or why it cannot. */
export type RunAction =
  | { label: string; poll: Poll; change: PollChanges; unavailable?: undefined }
  | { label: string; unavailable: string };

export interface Run {
  /** On stage. */
  current: Poll | undefined;
  next: Poll | undefined;
  actions: Record<RunAct, RunAction>;
  /** What a host presses next. */
  likely: RunAct;
  /** Why Next is not possible; undefined if it is, and before the first poll, when nothing is. */
  whyNotNext: string | undefined;
}

/** What the buttons do while the polls are in this state. @param countdown in seconds, of a poll that is opened */
export function runOf(polls: Poll[], countdown: number | null): Run {
  const current = polls.find(({ isOnStage }) => isOnStage);
  const next = nextOnStage(polls);
  const actions = {
    toggle: toggleOpen(current, countdown),
    reveal: toggleReveal(current),
    next: goNext(current, next, countdown),
  };
  const whyNotNext = current && actions.next.unavailable;
  return { current, next, actions, likely: likelyAct(current), whyNotNext };
}

const NOTHING_ON_STAGE = 'No poll is on stage. Press Next.';

/** Space: opens the poll on stage, or closes it. */
export function toggleOpen(poll: Poll | undefined, countdown: number | null): RunAction {
  if (!poll) return { label: 'Open', unavailable: NOTHING_ON_STAGE };
  if (poll.state === 'open') return { label: 'Close', poll, change: { state: 'closed' } };
  const label = poll.state === 'closed' ? 'Open again' : 'Open';
  if (poll.state === 'archived') return { label, unavailable: 'This poll is archived.' };
  return { label, poll, change: { state: 'open', closesInSeconds: countdown } };
}

/** Enter: shows the results, or hides them. Free text has no counts: the stage shows what is approved of it. */
export function toggleReveal(poll: Poll | undefined): RunAction {
  if (!poll) return { label: 'Reveal', unavailable: NOTHING_ON_STAGE };
  if (isRevealed(poll)) return { label: 'Hide', poll, change: { shownTo: 'staff' } };
  return { label: 'Reveal', poll, change: { shownTo: poll.questionTypes === 'comment' ? 'stage' : 'everyone' } };
}

const isRevealed = ({ shownTo }: Poll): boolean => shownTo === 'everyone' || shownTo === 'stage';

/** N: puts the next poll of the running order on stage, and takes off the last one once it was asked. */
export function goNext(current: Poll | undefined, next: Poll | undefined, countdown: number | null): RunAction {
  if (current?.state === 'open') return { label: 'Next', unavailable: 'Close this poll first.' };
  if (next) {
    // One that is open already begins its countdown here.
    const begins = next.state === 'open' && next.closesAt === null && countdown !== null;
    const change = begins ? { isOnStage: true, closesInSeconds: countdown } : { isOnStage: true };
    return { label: 'Next', poll: next, change };
  }
  if (current?.state === 'closed') return { label: 'Finish', poll: current, change: { isOnStage: false } };
  const unavailable = current
    ? 'This is the last poll of the running order.'
    : 'No poll is left in the running order. Add one to it.';
  return { label: 'Next', unavailable };
}

function likelyAct(current: Poll | undefined): RunAct {
  if (current?.state === 'draft' || current?.state === 'open') return 'toggle';
  return current?.state === 'closed' && !isRevealed(current) ? 'reveal' : 'next';
}

/** What gives a poll back the state that another change took. That change may have taken it off the stage, too. */
export const undoOf = (before: Poll, after: Poll): Pick<PollStateChange, 'state' | 'backOnStage'> => ({
  state: before.state,
  ...(before.isOnStage && !after.isOnStage ? { backOnStage: true } : {}),
});
