import type { Poll } from '@companion/contract/staff/polls';
import { shownAnswer } from '../api/store.ts';
import { toastProblem } from '../api/toasts.ts';
import { useKeys } from '../page/useKeys.ts';
import { usePressQueue } from '../page/usePressQueue.ts';
import { type Run, type RunAct, runOf } from './runActions.ts';
import { useChangePoll } from './useChangePoll.ts';

/** The run mode: what its buttons do, and its keys. @param countdown in seconds, of a poll that is opened */
export function useRun(
  polls: Poll[],
  countdown: number | null,
): Run & { press(act: RunAct): void; isChanging: boolean } {
  const { changePoll } = useChangePoll();
  const perform = async (act: RunAct): Promise<boolean> => {
    // What the change before has left; the screen may show it a moment later.
    const action = runOf(shownAnswer('getPolls', {})?.results ?? polls, countdown).actions[act];
    if (action.unavailable === undefined) return (await changePoll(action.poll, action.change)) !== undefined;
    toastProblem(action.unavailable);
    return false;
  };
  const [press, pending] = usePressQueue(perform);
  useKeys({ ' ': () => press('toggle'), Enter: () => press('reveal'), n: () => press('next') });
  return { ...runOf(polls, countdown), press, isChanging: pending.length > 0 };
}
