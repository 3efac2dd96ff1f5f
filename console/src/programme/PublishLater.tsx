import type { DraftState } from '@companion/contract/staff/programme';
import { failureWith } from '../api/StaffFailure.ts';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Notice } from '../page/Notice.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { dateTimeText } from '../page/timeText.ts';
import styles from './PublishLater.module.css';
import { PUBLISHED_READS } from './publishedReads.ts';
import { instantOf, localTime } from './zonedTime.ts';

interface PublishLaterProps {
  draft: DraftState;
  /** In which the time is entered and shown. */
  zone: string;
  /** Why it cannot be published. */
  unavailable: string | undefined;
}

/** The plan to publish the draft at a time, by itself. */
export function PublishLater({ draft, zone, unavailable }: PublishLaterProps) {
  const { send, isSending } = useStaffMutation('publishProgramme', PUBLISHED_READS);
  const { version, changes, publishAt, publishBy, publishFailedAt } = draft;
  if (publishAt) {
    const takeBack = async () => {
      if (await send({ version, at: null })) toastDone('The plan is taken back.');
    };
    return (
      <Notice
        label="Planned"
        actions={
          <ActionButton variant="secondary" busy={isSending} onPress={() => void takeBack()}>
            Take the plan back
          </ActionButton>
        }
      >
        <p>
          The draft will be published <b>{planText(publishAt, zone)}</b>, as it is then.
          {publishBy && (
            <>
              {' '}
              Planned by <span className="written">{publishBy}</span>.
            </>
          )}
        </p>
      </Notice>
    );
  }
  // Without changes, nothing is left that was not published.
  const givenUp = publishFailedAt && changes > 0 && <GivenUp at={publishFailedAt} by={publishBy} />;
  // Without it there is nothing to plan.
  if (unavailable || !zone) return givenUp;
  const plan = async ({ at = '' }: Record<string, string>) => {
    const instant = instantOf(zone, at);
    if (instant === undefined) throw failureWith('', { at: 'Enter a day and a time' });
    await sendStaffCall('publishProgramme', { version, at: new Date(instant).toISOString() }, PUBLISHED_READS);
    toastDone('The draft will be published by itself.');
  };
  return (
    <>
      {givenUp}
      <details className={styles.later}>
        <summary>Publish at a time</summary>
        <StaffForm action="Plan" variant="secondary" onSubmit={plan}>
          <FormField
            label={`Day and time in ${zone.replaceAll('_', ' ')}`}
            hint="What is edited until then is published with it."
            name="at"
            type="datetime-local"
            min={localTime(zone, Date.now())}
          />
        </StaffForm>
      </details>
    </>
  );
}

/** @param by the member, if the plan was given up because they may not publish any more */
const GivenUp = ({ at, by }: { at: string; by: string | null }) => (
  <Notice label="Not published">
    <p>
      The draft was to be published by itself, but was not, <b>{dateTimeText(at)}</b>:{' '}
      {by ? (
        <>
          <span className="written">{by}</span>, who had planned it, may not publish any more.
        </>
      ) : (
        'it had problems.'
      )}{' '}
      Publish it now, or plan it again.
    </p>
  </Notice>
);

/** A day and time with the zone. */
export function planText(iso: string, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric', timeZoneName: 'short' };
  const time: Intl.DateTimeFormatOptions = { hour: 'numeric', minute: '2-digit', timeZone };
  return new Intl.DateTimeFormat('en-US', { ...options, ...time }).format(new Date(iso));
}
