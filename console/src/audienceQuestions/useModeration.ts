import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { useRef } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffReadName } from '../api/staffApi.ts';
import type { StaffAnswer, StaffGiven } from '../api/staffRequest.ts';
import { showAnswer } from '../api/store.ts';
import { closeToast, toastDone, toastProblem } from '../api/toasts.ts';
import { countText } from '../page/countText.ts';
import { type AudienceQuestionAction, doneText } from './audienceQuestionStates.ts';

const CHANGED: StaffReadName[] = ['getAudienceQuestionQueue', 'getAudienceQuestionSessions'];

type Answer = StaffAnswer<'moderateAudienceQuestions'>;

/** One action that can be undone. */
interface Undoable {
  /** What it did. */
  done: string;
  /** Returns undefined after a failure. */
  undo(): Promise<Answer | undefined>;
}

export type Moderation = ReturnType<typeof useModeration>;

/** Gives questions from the hall a state, and takes it back. @param shown what the list shows of the queue */
export function useModeration(shown: StaffGiven<'getAudienceQuestionQueue'>) {
  const show = ({ results }: Answer) => showChanged(shown, results);
  const questions = useStaffMutation('moderateAudienceQuestions', CHANGED, { show });
  const authors = useStaffMutation('moderateAuthor', CHANGED, { show });
  const undoables = useRef<Undoable[]>([]);
  const toast = useRef(0);

  /** One toast says what was done last, and offers to undo it: a pile of them would cover the list. */
  const report = (text: string) => {
    closeToast(toast.current);
    const last = undoables.current.at(-1);
    toast.current = toastDone(text, last && { label: 'Undo', key: 'U', run: () => void takeBack(last) });
  };
  const takeBack = async (action: Undoable | undefined) => {
    if (!action) return toastProblem('There is nothing to undo.');
    undoables.current = undoables.current.filter((one) => one !== action);
    closeToast(toast.current);
    if (!(await action.undo())) undoables.current.push(action);
    else report(['Undone.', ...undoables.current.slice(-1).map(({ done }) => `Before that: ${done}`)].join(' '));
  };
  const offerUndo = (done: string, undo: Undoable['undo']) => {
    undoables.current.push({ done, undo });
    report(done);
  };
  /** Says so of those that are gone: their states stay. */
  const giveStates = async (audienceQuestions: Answer['before']) => {
    const answer = await questions.send({ audienceQuestions });
    const gone = answer ? audienceQuestions.length - answer.results.length : 0;
    if (gone > 0) toastProblem(goneText(gone));
    return answer;
  };
  const giveBack = ({ before }: Answer) => giveStates(before);
  return {
    isSending: questions.isSending || authors.isSending,
    /** Returns false after a failure. */
    moderate: async (ids: string[], action: AudienceQuestionAction): Promise<boolean> => {
      const answer = await giveStates(ids.map((id) => ({ id, state: action.state })));
      if (!answer) return false;
      if (answer.before.length > 0) offerUndo(doneText(action, answer.results.length), () => giveBack(answer));
      return true;
    },
    /** Dismisses all questions of an author that wait or are shown. */
    dismissAuthor: async ({ author }: QueuedAudienceQuestion): Promise<void> => {
      // Says nothing of the block, which another moderator may have changed meanwhile.
      const answer = await authors.send({ author, dismisses: true });
      if (!answer) return;
      if (answer.before.length === 0) return toastProblem('No question of this author waits or is shown.');
      offerUndo(`${countText(answer.before.length, 'question')} of this author dismissed.`, () => giveBack(answer));
    },
    /** Blocks an author, or ends that. */
    blockAuthor: async ({ author, isAuthorBlocked }: QueuedAudienceQuestion): Promise<void> => {
      const block = (isBlocked: boolean) => ({ author, isBlocked, dismisses: false });
      if (!(await authors.send(block(!isAuthorBlocked)))) return;
      offerUndo(isAuthorBlocked ? 'The author may ask again.' : 'The author is blocked.', () =>
        authors.send(block(isAuthorBlocked)),
      );
    },
    /** Gives the states before back, of the last action that was not undone. */
    undo: () => takeBack(undoables.current.at(-1)),
  };
}

const goneText = (count: number) =>
  `${countText(count, 'question')} ${count === 1 ? 'was' : 'were'} dismissed with a flood of accounts meanwhile.`;

/** Before the list is read again: the next key must act on the next question. */
const showChanged = (shown: StaffGiven<'getAudienceQuestionQueue'>, changed: QueuedAudienceQuestion[]) =>
  showAnswer('getAudienceQuestionQueue', shown, (list) => {
    if (!list) return undefined;
    const audienceQuestions = list.results.audienceQuestions
      .map((audienceQuestion) => changed.find(({ id }) => id === audienceQuestion.id) ?? audienceQuestion)
      .filter(({ state }) => isIn(shown.state, state));
    const total = list.results.total - (list.results.audienceQuestions.length - audienceQuestions.length);
    return { results: { audienceQuestions, total } };
  });

/** Whether the part of the queue with this filter has a question in this state. */
function isIn(
  filter: StaffGiven<'getAudienceQuestionQueue'>['state'],
  state: QueuedAudienceQuestion['state'],
): boolean {
  if (filter === 'undecided') return state !== 'answered' && state !== 'dismissed';
  return filter === undefined || filter === state;
}
