import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { useRef } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffAnswer, StaffGiven } from '../api/staffRequest.ts';
import { showAnswer } from '../api/store.ts';
import { closeToast, toastDone, toastProblem } from '../api/toasts.ts';
import { type AudienceQuestionAction, doneText } from './audienceQuestionStates.ts';

type Answer = StaffAnswer<'moderateAudienceQuestions'>;

/** One action that can be undone, and the toast that offers it. */
interface Undoable {
  before: Answer['before'];
  toast: number;
}

export type Moderation = ReturnType<typeof useModeration>;

/** Gives questions from the hall a state, and takes it back. @param shown what the list shows of the queue */
export function useModeration(shown: StaffGiven<'getAudienceQuestionQueue'>) {
  const { send, isSending } = useStaffMutation(
    'moderateAudienceQuestions',
    ['getAudienceQuestionQueue', 'getAudienceQuestionSessions'],
    { show: ({ results }) => showChanged(shown, results) },
  );
  const undoables = useRef<Undoable[]>([]);

  const takeBack = async (action: Undoable | undefined) => {
    if (!action) return toastProblem('There is nothing to undo.');
    undoables.current = undoables.current.filter((one) => one !== action);
    closeToast(action.toast);
    if (!(await send({ audienceQuestions: action.before }, 'Undone.'))) undoables.current.push(action);
  };
  return {
    isSending,
    moderate: async (ids: string[], action: AudienceQuestionAction): Promise<void> => {
      const answer = await send({ audienceQuestions: ids.map((id) => ({ id, state: action.state })) });
      if (!answer || answer.before.length === 0) return;
      const undoable = { before: answer.before, toast: 0 };
      undoables.current.push(undoable);
      undoable.toast = toastDone(doneText(action, ids.length), {
        label: 'Undo',
        key: 'U',
        run: () => void takeBack(undoable),
      });
    },
    /** Gives the states before back, of the last action that was not undone. */
    undo: () => takeBack(undoables.current.at(-1)),
  };
}

/** Before the list is read again: the next key must act on the next question. */
const showChanged = (shown: StaffGiven<'getAudienceQuestionQueue'>, changed: QueuedAudienceQuestion[]) =>
  showAnswer('getAudienceQuestionQueue', shown, (list) => {
    if (!list) return undefined;
    const audienceQuestions = list.results.audienceQuestions
      .map((audienceQuestion) => changed.find(({ id }) => id === audienceQuestion.id) ?? audienceQuestion)
      .filter(({ state }) => shown.state === undefined || state === shown.state);
    const total = list.results.total - (list.results.audienceQuestions.length - audienceQuestions.length);
    return { results: { audienceQuestions, total } };
  });
