import type { Flood } from '@companion/contract/staff/safeguards';
import { RowButton } from '../page/ActionButton.tsx';
import { Notice } from '../page/Notice.tsx';
import { dayTimeText } from '../page/timeText.ts';
import { useSafeguards } from '../page/useSafeguards.ts';
import { countsText, kindsText, networkText } from './floodTexts.ts';

/** What comes in faster than people can send it, and what can be done about it. @param onDismiss asks before that */
export function FloodWarning({ flood, onDismiss }: { flood: Flood; onDismiss(): void }) {
  const { safeguards, isChanging, changeSafeguards } = useSafeguards();
  const { registrations, answers, upvotes, questions } = flood;
  return (
    <Notice
      label={`Warning about ${flood.network}`}
      actions={
        <>
          <RowButton
            busy={isChanging}
            unavailable={safeguards?.registrationPaused ? 'Registration is paused already.' : undefined}
            onPress={() => void changeSafeguards({ registrationPaused: true })}
          >
            Pause registration
          </RowButton>
          <RowButton
            busy={isChanging}
            unavailable={safeguards?.confirmationRequired ? 'Confirmation is required already.' : undefined}
            onPress={() => void changeSafeguards({ confirmationRequired: true })}
          >
            Require confirmation
          </RowButton>
          <RowButton onPress={onDismiss}>Dismiss these accounts…</RowButton>
        </>
      }
    >
      <p role="alert">
        <b>{kindsText(flood)} come in faster than people can send them,</b> from {networkText(flood)}, since{' '}
        {dayTimeText(flood.since)}.
      </p>
      <p>
        {countsText([
          ['unconfirmed account', registrations],
          ['answer', answers],
          ['upvote', upvotes],
          ['question', questions],
        ])}
        .
      </p>
    </Notice>
  );
}
