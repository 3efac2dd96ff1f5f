import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { useRef } from 'react';
import { entryOf, refresh, setKnown } from '../api/queryCache.ts';
import type { StaffAnswer, StaffGiven } from '../api/sendStaffCall.ts';
import { closeToast, toastDone, toastProblem } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { type AudienceQuestionAction, doneText } from './audienceQuestionStates.ts';

type Answer = StaffAnswer<'moderateAudienceQuestions'>;

/** One action that can be undone, and the toast that offers it. */
interface Undoable {
  before: Answer['before'];
  toast: number;
}

export interface Moderation {
  moderate(ids: string[], action: AudienceQuestionAction): Promise<void>;
  /** Gives the states before back, of the last action that was not undone. */
  undo(): Promise<void>;
  isSending: boolean;
}

/** Gives questions from the hall a state, and takes it back. @param shown what the list shows of the queue */
export function useModeration(shown: StaffGiven<'getAudienceQuestionQueue'>): Moderation {
  const { send, isSending } = useStaffMutation('moderateAudienceQuestions');
  const undoables = useRef<Undoable[]>([]);

  const change = async (audienceQuestions: Answer['before']): Promise<Answer | undefined> => {
    const answer = await send({ body: { audienceQuestions } });
    if (answer) showChanged(shown, answer.results);
    refresh('getAudienceQuestionQueue', 'getAudienceQuestionSessions');
    return answer;
  };
  const takeBack = async (action: Undoable | undefined) => {
    if (!action) return toastProblem('There is nothing to undo.');
    undoables.current = undoables.current.filter((one) => one !== action);
    closeToast(action.toast);
    if (await change(action.before)) toastDone('Undone.');
    else undoables.current.push(action);
  };
  return {
    isSending,
    moderate: async (ids, action) => {
      const answer = await change(ids.map((id) => ({ id, state: action.state })));
      if (!answer || answer.before.length === 0) return;
      const undoable = { before: answer.before, toast: 0 };
      undoables.current.push(undoable);
      undoable.toast = toastDone(doneText(action, ids.length), {
        ...{ label: 'Undo', key: 'U' },
        run: () => void takeBack(undoable),
      });
    },
    undo: () => takeBack(undoables.current.at(-1)),
  };
}

/** Before the list is read again: the next key must act on the next question. */
function showChanged(shown: StaffGiven<'getAudienceQuestionQueue'>, changed: QueuedAudienceQuestion[]): void {
  const list = entryOf('getAudienceQuestionQueue', shown);
  // What the cache keeps of getAudienceQuestionQueue.
  const known = list.known.data as StaffAnswer<'getAudienceQuestionQueue'> | undefined;
  if (!known) return;
  const state = shown.query?.state;
  const audienceQuestions = known.results.audienceQuestions
    .map((audienceQuestion) => changed.find(({ id }) => id === audienceQuestion.id) ?? audienceQuestion)
    .filter((audienceQuestion) => state === undefined || audienceQuestion.state === state);
  const total = known.results.total - (known.results.audienceQuestions.length - audienceQuestions.length);
  setKnown(list, { results: { audienceQuestions, total } });
}
