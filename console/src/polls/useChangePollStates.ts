import type { PollState } from '@companion/contract/live';
import type { Poll, PollStateChange } from '@companion/contract/staff/polls';
import { showAnswer } from '../api/readAgain.ts';
import { store } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { questionCount } from './bulkEffects.ts';
import { STATE_NAMES } from './pollTexts.ts';
import { undoOf } from './runActions.ts';

interface ChangePollStates {
  /** Gives these polls a state, all or none, and offers to undo it. Returns whether it succeeded. */
  changeStates(polls: Poll[], state: PollState): Promise<boolean>;
  isChanging: boolean;
}

export function useChangePollStates(): ChangePollStates {
  const { send, isSending } = useStaffMutation('changePollStates', ['getPolls']);
  const give = async (changes: PollStateChange[]): Promise<Poll[] | undefined> => {
    const answer = await send({ polls: changes });
    if (answer) await store.dispatch(showAnswer('getPolls', {}, () => answer));
    return answer?.results;
  };
  return {
    isChanging: isSending,
    changeStates: async (polls, state) => {
      const after = await give(polls.map((poll) => ({ ...keyOf(poll), state })));
      if (!after) return false;
      const before = new Map(polls.map((poll) => [poll.id, poll]));
      const changed = after.flatMap((poll) => {
        const was = before.get(poll.id);
        return !was || was.state === poll.state ? [] : [{ ...keyOf(poll), ...undoOf(was, poll) }];
      });
      toastDone(`${questionCount(changed.length)}: ${STATE_NAMES[state].toLowerCase()}.`, {
        label: 'Undo',
        run: () => void give(changed),
      });
      return true;
    },
  };
}

const keyOf = ({ campaignId, id: questionId, version }: Poll) => ({ campaignId, questionId, version });
