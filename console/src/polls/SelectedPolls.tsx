import { POLL_STATES, type PollState } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { showAnswer } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { SelectionBar } from '../page/SelectionBar.tsx';
import { bulkEffects } from './bulkEffects.ts';
import { STATE_NAMES } from './pollTexts.ts';
import { undoOf } from './runActions.ts';

const ACTIONS: Record<PollState, string> = {
  draft: 'Make drafts',
  open: 'Open',
  closed: 'Close',
  archived: 'Archive',
};

/** What can be done with the selected questions, all or none of them. Each action asks first, and can be undone. */
export function SelectedPolls({ polls, onClear }: { polls: Poll[]; onClear(): void }) {
  const { send, isSending } = useStaffMutation('changePollStates', ['getPolls'], {
    show: (answer) => showAnswer('getPolls', {}, () => answer),
  });
  const change = async (state: PollState) => {
    const answer = await send({ polls: polls.map((poll) => ({ ...keyOf(poll), state })) });
    if (!answer) return;
    const before = new Map(polls.map((poll) => [poll.id, poll]));
    const changed = answer.results.flatMap((poll) => {
      const was = before.get(poll.id);
      return !was || was.state === poll.state ? [] : [{ ...keyOf(poll), ...undoOf(was, poll) }];
    });
    toastDone(`${countText(changed.length, 'question')}: ${STATE_NAMES[state].toLowerCase()}.`, {
      label: 'Undo',
      run: () => void send({ polls: changed }),
    });
    onClear();
  };
  const count = countText(polls.length, 'question');
  return (
    <SelectionBar count={`${count} selected`} onClear={onClear}>
      {POLL_STATES.map((state) => (
        <ConfirmButton
          key={state}
          size="small"
          busy={isSending}
          unavailable={unavailable(polls, state)}
          label={`${ACTIONS[state]}…`}
          title={`${ACTIONS[state]}: ${count}`}
          action={ACTIONS[state]}
          onConfirm={() => change(state)}
        >
          {bulkEffects(polls, state).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ConfirmButton>
      ))}
    </SelectionBar>
  );
}

const keyOf = ({ campaignId, id: questionId, version }: Poll) => ({ campaignId, questionId, version });

const unavailable = (polls: Poll[], state: PollState): string | undefined =>
  polls.every((poll) => poll.state === state)
    ? `All of them are ${STATE_NAMES[state].toLowerCase()} already.`
    : undefined;
