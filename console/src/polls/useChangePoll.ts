import type { Poll } from '@companion/contract/staff/polls';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer } from '../api/store.ts';
import type { PollChanges } from './runActions.ts';

/** Changes a poll, or shows why not. A conflict brings its current state. */
export function useChangePoll() {
  const { send, isSending } = useStaffMutation('changePoll', ['getPolls'], {
    show: ({ results }) => showChanged(results),
    conflict: 'Another member has changed this poll. You see its current state.',
  });
  return {
    isChanging: isSending,
    /** Returns the poll as it is then; undefined after a failure. */
    changePoll: async ({ campaignId, id: questionId, version }: Poll, change: PollChanges) =>
      (await send({ campaignId, questionId, version, ...change }))?.results,
  };
}

/** Before the list is read again: a second key must act on the new state. */
const showChanged = (changed: Poll) =>
  showAnswer('getPolls', {}, (list) => {
    const results = list?.results.map((poll) => {
      if (poll.id === changed.id && poll.campaignId === changed.campaignId) return changed;
      return changed.isOnStage ? { ...poll, isOnStage: false } : poll;
    });
    return results && { results };
  });
