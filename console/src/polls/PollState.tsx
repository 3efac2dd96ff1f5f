import { RESULTS_SHOWN_TO, type ResultsShownTo } from '@companion/contract/live';
import type { Poll } from '@companion/contract/staff/polls';
import { Card } from '@companion/web/ui/Card.tsx';
import { useState } from 'react';
import { shownAnswer } from '../api/store.ts';
import { toastDone } from '../api/toasts.ts';
import { ActingChoices } from '../page/ActingChoices.tsx';
import { ActionButton } from '../page/ActionButton.tsx';
import { ConfirmButton, ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { CloseTime } from './PollBadges.tsx';
import styles from './PollState.module.css';
import { SHOWN_TO_NAMES } from './pollTexts.ts';
import { toggleOpen, undoOf, wasAsked } from './runActions.ts';
import { useChangePoll } from './useChangePoll.ts';

const SHOWN_TO = RESULTS_SHOWN_TO.map((value) => [value, SHOWN_TO_NAMES[value]] as const);

/** The buttons that change the state of a poll. */
export function PollState({ poll }: { poll: Poll }) {
  const { changePoll, isChanging } = useChangePoll();
  const [asksEveryone, setAsksEveryone] = useState(false);
  const toggle = toggleOpen(poll, null);
  const archive = async () => {
    const archived = await changePoll(poll, { state: 'archived' });
    const undo = () => archived && void changePoll(archived, undoOf(poll, archived));
    if (archived) toastDone('The poll is in the archive.', { label: 'Undo', run: undo });
  };
  const choose = async (shownTo: ResultsShownTo) => {
    if (shownTo === 'everyone') {
      setAsksEveryone(true);
      return true;
    }
    // What the choice before has left; the screen may show it a moment later.
    const newest = shownAnswer('getPolls', {})?.results.find(
      ({ campaignId, id }) => campaignId === poll.campaignId && id === poll.id,
    );
    return (await changePoll(newest ?? poll, { shownTo })) !== undefined;
  };
  return (
    <Card as="section" aria-labelledby="state" className={styles.state}>
      <h2 id="state">State</h2>
      <CloseTime poll={poll} />
      <div className={styles.buttons}>
        <ActionButton
          busy={isChanging}
          unavailable={toggle.unavailable}
          onPress={() => toggle.unavailable === undefined && void changePoll(poll, toggle.change)}
        >
          {toggle.label}
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={isChanging}
          unavailable={poll.state === 'archived' && !poll.isOnStage ? 'This poll is archived.' : undefined}
          onPress={() => void changePoll(poll, { isOnStage: !poll.isOnStage })}
        >
          {poll.isOnStage ? 'Take off the stage' : 'Put on stage'}
        </ActionButton>
        {(poll.state === 'open' || poll.state === 'closed') && (
          <ActionButton variant="secondary" busy={isChanging} onPress={() => void changePoll(poll, { state: 'draft' })}>
            Back to draft
          </ActionButton>
        )}
        {poll.state === 'archived' ? (
          <ActionButton
            variant="secondary"
            busy={isChanging}
            // Closed, one that was never asked would show on phones.
            onPress={() => void changePoll(poll, { state: wasAsked(poll) ? 'closed' : 'draft' })}
          >
            Take out of the archive
          </ActionButton>
        ) : (
          <ConfirmButton
            busy={isChanging}
            unavailable={poll.state === 'open' ? 'Close this poll first.' : undefined}
            label="Archive…"
            title="Archive this poll?"
            action="Archive"
            onConfirm={archive}
          >
            <p>Attendees no longer see it. Its answers stay, and you can take it out of the archive again.</p>
          </ConfirmButton>
        )}
      </div>
      <ActingChoices label="Who sees the results" options={SHOWN_TO} value={poll.shownTo} onChoose={choose} />
      {asksEveryone && (
        <ConfirmDialog
          title="Show the results to everyone?"
          action="Show to everyone"
          onClose={() => setAsksEveryone(false)}
          onConfirm={() => changePoll(poll, { shownTo: 'everyone' })}
        >
          <p>The counts appear on every phone and on the stage at once. What people have seen cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
