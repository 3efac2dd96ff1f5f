import type { Poll, PollChange, PollStateChange } from '@companion/contract/staff/polls';

/** What changes about a poll. */
export type PollChanges = Omit<PollChange, 'version'>;

/** One button of the run mode: what it changes, or why it cannot. */
export interface RunAction {
  label: string;
  change?: PollChanges;
  unavailable?: string;
}

/** Space: opens the poll on stage, or closes it. */
export function toggleOpen(poll: Poll | undefined, countdown: number | null): RunAction {
  if (!poll) return { label: 'Open', unavailable: 'No poll is on stage. Press Next.' };
  if (poll.state === 'open') return { label: 'Close', change: { state: 'closed' } };
  const label = poll.state === 'closed' ? 'Open again' : 'Open';
  if (poll.state === 'archived') return { label, unavailable: 'This poll is archived.' };
  return { label, change: { state: 'open', closesInSeconds: countdown } };
}

/** Enter: shows the results to the hall and the phones, or hides them. */
export function toggleReveal(poll: Poll | undefined): RunAction {
  if (!poll) return { label: 'Reveal', unavailable: 'No poll is on stage. Press Next.' };
  if (poll.shownTo === 'everyone' || poll.shownTo === 'stage') {
    return { label: 'Hide', change: { shownTo: 'staff' } };
  }
  if (poll.questionTypes === 'comment') {
    return { label: 'Reveal', unavailable: 'Free text has no counts to reveal.' };
  }
  return { label: 'Reveal', change: { shownTo: 'everyone' } };
}

/** N: puts the next poll of the running order on stage. */
export function goNext(current: Poll | undefined, next: Poll | undefined): RunAction {
  if (!next) {
    const unavailable = current ? 'This is the last poll of the running order.' : 'The running order is empty.';
    return { label: 'Next', unavailable };
  }
  if (current?.state === 'open') return { label: 'Next', unavailable: 'Close this poll first.' };
  return { label: 'Next', change: { isOnStage: true } };
}

/** What gives a poll back the state that another change took. That change may have taken it off the stage, too. */
export const undoOf = (before: Poll, after: Poll): Pick<PollStateChange, 'state' | 'backOnStage'> => ({
  state: before.state,
  ...(before.isOnStage && !after.isOnStage ? { backOnStage: true } : {}),
});
