import type { Poll } from '@companion/contract/staff/polls';
import { useState } from 'react';
import { readAgain, showAnswer } from '../api/readAgain.ts';
import type { StaffFailure } from '../api/StaffFailure.ts';
import { sendStaffCall } from '../api/sendStaffCall.ts';
import { store } from '../api/store.ts';
import { toastProblem } from '../api/toasts.ts';
import type { PollChanges } from './runActions.ts';

interface ChangePoll {
  /** Changes a poll. Returns it as it is then, or undefined after a failure, which is shown. A conflict brings the current state. */
  changePoll(poll: Poll, change: PollChanges): Promise<Poll | undefined>;
  isChanging: boolean;
}

export function useChangePoll(): ChangePoll {
  const [isChanging, setChanging] = useState(false);
  const changePoll: ChangePoll['changePoll'] = async (poll, change) => {
    setChanging(true);
    try {
      const { campaignId, id: questionId, version } = poll;
      const { results } = await sendStaffCall('changePoll', {
        ...{ campaignId, questionId, version },
        ...change,
      });
      await showChanged(results);
      return results;
    } catch (error) {
      // sendStaffCall throws nothing else.
      const failure = error as StaffFailure;
      if (failure.status === 409) toastProblem('Another member has changed this poll. You see its current state.');
      else toastProblem(failure.message, failure.traceId);
      return undefined;
    } finally {
      setChanging(false);
      store.dispatch(readAgain(['getPolls'], 'restart'));
    }
  };
  return { changePoll, isChanging };
}

/** Before the list is read again: a second key must act on the new state. */
const showChanged = (changed: Poll) =>
  store.dispatch(
    showAnswer('getPolls', {}, (list) => {
      const results = list?.results.map((poll) => {
        if (poll.id === changed.id && poll.campaignId === changed.campaignId) return changed;
        return changed.isOnStage ? { ...poll, isOnStage: false } : poll;
      });
      return results && { results };
    }),
  );
