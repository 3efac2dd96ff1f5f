import type { QueuedAsk } from '@companion/contract/staff/askQueue';
import { useRef } from 'react';
import { closeNotice, noticeDone, noticeProblem } from '../api/notices.ts';
import { entryOf, refresh, setKnown } from '../api/queryCache.ts';
import type { StaffAnswer, StaffGiven } from '../api/sendStaffCall.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { type AskAction, doneText } from './askStates.ts';

type Answer = StaffAnswer<'moderateAsks'>;

/** One action that can be undone, and the notice that offers it. */
interface Undoable {
  before: Answer['before'];
  notice: number;
}

export interface Moderation {
  moderate(ids: string[], action: AskAction): Promise<void>;
  /** Gives the states before back, of the last action that was not undone. */
  undo(): Promise<void>;
  isSending: boolean;
}

/** Gives questions from the hall a state, and takes it back. @param shown what the list shows of the queue */
export function useModeration(shown: StaffGiven<'getAskQueue'>): Moderation {
  const { send, isSending } = useStaffMutation('moderateAsks');
  const undoables = useRef<Undoable[]>([]);

  const change = async (asks: Answer['before']): Promise<Answer | undefined> => {
    const answer = await send({ body: { asks } });
    if (answer) showChanged(shown, answer.results);
    refresh('getAskQueue', 'getAskSessions');
    return answer;
  };
  const takeBack = async (action: Undoable | undefined) => {
    if (!action) return noticeProblem('There is nothing to undo.');
    undoables.current = undoables.current.filter((one) => one !== action);
    closeNotice(action.notice);
    if (await change(action.before)) noticeDone('Undone.');
    else undoables.current.push(action);
  };
  return {
    isSending,
    moderate: async (ids, action) => {
      const answer = await change(ids.map((id) => ({ id, state: action.state })));
      if (!answer || answer.before.length === 0) return;
      const undoable = { before: answer.before, notice: 0 };
      undoables.current.push(undoable);
      undoable.notice = noticeDone(doneText(action, ids.length), {
        ...{ label: 'Undo', key: 'U' },
        run: () => void takeBack(undoable),
      });
    },
    undo: () => takeBack(undoables.current.at(-1)),
  };
}

/** Before the list is read again: the next key must act on the next question. */
function showChanged(shown: StaffGiven<'getAskQueue'>, changed: QueuedAsk[]): void {
  const list = entryOf('getAskQueue', shown);
  // What the cache keeps of getAskQueue.
  const known = list.known.data as StaffAnswer<'getAskQueue'> | undefined;
  if (!known) return;
  const state = shown.query?.state;
  const asks = known.results.asks
    .map((ask) => changed.find(({ id }) => id === ask.id) ?? ask)
    .filter((ask) => state === undefined || ask.state === state);
  const total = known.results.total - (known.results.asks.length - asks.length);
  setKnown(list, { results: { asks, total } });
}
