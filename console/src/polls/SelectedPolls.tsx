import { POLL_STATES, type PollState } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { useState } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { SelectionBar } from '../page/SelectionBar.tsx';
import { bulkEffects, questionCount } from './bulkEffects.ts';
import { STATE_NAMES } from './pollTexts.ts';
import { useChangePollStates } from './useChangePollStates.ts';

const ACTIONS: Record<PollState, string> = {
  draft: 'Make drafts',
  open: 'Open',
  closed: 'Close',
  archived: 'Archive',
};

/** What can be done with the selected questions. Each action asks first, and can be undone. */
export function SelectedPolls({ polls, onClear }: { polls: Poll[]; onClear(): void }) {
  const { changeStates, isChanging } = useChangePollStates();
  const [asked, setAsked] = useState<PollState>();
  const change = async (state: PollState) => {
    setAsked(undefined);
    if (await changeStates(polls, state)) onClear();
  };
  return (
    <>
      <SelectionBar label="Selected questions" count={`${questionCount(polls.length)} selected`} onClear={onClear}>
        {POLL_STATES.map((state) => (
          <ActionButton
            key={state}
            variant="secondary"
            size="small"
            busy={isChanging}
            unavailable={unavailable(polls, state)}
            onPress={() => setAsked(state)}
          >
            {ACTIONS[state]}…
          </ActionButton>
        ))}
      </SelectionBar>
      {asked && (
        <ConfirmDialog
          title={`${ACTIONS[asked]}: ${questionCount(polls.length)}`}
          action={ACTIONS[asked]}
          onClose={() => setAsked(undefined)}
          onConfirm={() => void change(asked)}
        >
          {bulkEffects(polls, asked).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  );
}

const unavailable = (polls: Poll[], state: PollState): string | undefined =>
  polls.every((poll) => poll.state === state)
    ? `All of them are ${STATE_NAMES[state].toLowerCase()} already.`
    : undefined;
