import { SMS_WITHOUT_COUNT } from '@companion/contract/staff/announcements';
import { focusHeading } from '@companion/web/ui/focusHeading.ts';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { readStaffCall, sendStaffCall, shownFailure } from '../api/sendStaffCall.ts';
import type { StaffGiven } from '../api/staffRequest.ts';
import { toastDone } from '../api/toasts.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { CardSection } from '../page/CardSection.tsx';
import listStyles from '../page/list.module.css';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import styles from './AnnouncementForm.module.css';
import { AnnouncementTest } from './AnnouncementTest.tsx';
import type { Draft, Sends } from './announcementDraft.ts';
import { PhonePreview } from './PhonePreview.tsx';
import { Reach, useReach } from './Reach.tsx';

interface AnnouncementFormProps {
  draft: Draft;
  /** Whether others are being written below it. */
  hasOthers: boolean;
  /** What this server sends. */
  sends: Sends;
  onChange(changed: Partial<Draft>): void;
  onClose(): void;
}

/** Writes an announcement, or changes one that is planned, beside the phone that shows it. */
export function AnnouncementForm({ draft, hasOthers, sends, onChange, onClose }: AnnouncementFormProps) {
  const form = useFocusWithin();
  const reach = useReach(draft);
  const mustCount = draft.sms && (reach?.smsPeople ?? 0) > SMS_WITHOUT_COUNT;
  const save = async (announcementId: string, body: Omit<StaffGiven<'editAnnouncement'>, 'announcementId'>) => {
    try {
      await sendStaffCall('editAnnouncement', { announcementId, ...body }, ['getAnnouncementList']);
    } catch (error) {
      // Saved again, it replaces what another member has written, which the list shows by then.
      if (shownFailure(error)?.status === 409) onChange({ version: await versionOf(announcementId) });
      throw error;
    }
  };
  const submit = async ({ smsPeople = '' }: Record<string, string>) => {
    const { id, version, ...said } = draft;
    const typed = /^[\d,. ]+$/.test(smsPeople) ? Number(smsPeople.replace(/\D/g, '')) : undefined;
    const body = { ...said, ...(mustCount && typed !== undefined ? { smsPeople: typed } : {}) };
    if (id === undefined) await sendStaffCall('planAnnouncement', body, ['getAnnouncementList']);
    else await save(id, { version, ...body });
    toastDone(
      said.sendsAt
        ? 'The announcement is planned.'
        : 'The announcement leaves in 30 seconds. Until then you can undo it.',
    );
    onClose();
  };
  const action = draft.id !== undefined ? 'Save' : draft.sendsAt ? 'Plan' : 'Send';
  return (
    <CardSection title={draft.id === undefined ? 'New announcement' : 'Edit the announcement'} className={styles.card}>
      <div ref={form} className={styles.form}>
        {hasOthers && (
          <p className={listStyles.detail}>What you were writing is kept, and shows again once this is closed.</p>
        )}
        <StaffForm action={action} onSubmit={submit}>
          <AnnouncementFields draft={draft} sends={sends} onChange={onChange} />
          <Reach draft={draft} reach={reach} />
          {mustCount && (
            <FormField
              label="How many people get a text message"
              hint="Type the number above, since text messages cannot be taken back."
              name="smsPeople"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </StaffForm>
        <ActionButton variant="secondary" onPress={onClose}>
          Close without sending
        </ActionButton>
      </div>
      <div className={styles.aside}>
        <PhonePreview draft={draft} />
        {(sends.mail || sends.sms) && <AnnouncementTest draft={draft} sends={sends} />}
      </div>
    </CardSection>
  );
}

async function versionOf(announcementId: string): Promise<number | undefined> {
  const { announcements } = (await readStaffCall('getAnnouncementList', {})).results;
  return announcements.find(({ id }) => id === announcementId)?.version;
}

/**
 * The form opens above the list, out of sight of the row whose button opened it: its first field gets the focus, and the
 * heading once it closes.
 */
function useFocusWithin(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const form = ref.current;
    form?.querySelector('input')?.focus();
    return () => {
      if (form?.contains(document.activeElement)) focusHeading();
    };
  }, []);
  return ref;
}
