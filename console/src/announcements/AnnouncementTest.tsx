import { useState } from 'react';
import { useMember } from '../api/member.ts';
import { sendStaffCall, useStaffMutation } from '../api/sendStaffCall.ts';
import { toastDone } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { FormField, StaffForm } from '../page/StaffForm.tsx';
import styles from './AnnouncementTest.module.css';
import type { Draft, Sends } from './announcementDraft.ts';

/** Sends the draft to the member first. */
export function AnnouncementTest({ draft, sends }: { draft: Draft; sends: Sends }) {
  const { email } = useMember();
  const [phone, setPhone] = useState('');
  const mail = useStaffMutation('testAnnouncement');
  const { title, text, contentId } = draft;
  const said = { title, text, contentId };
  const unavailable = text.trim() === '' ? 'Write the text first.' : undefined;
  return (
    <section aria-label="Test" className={styles.test}>
      {sends.mail && (
        <RowButton
          unavailable={unavailable}
          busy={mail.isSending}
          onPress={() => void mail.send({ ...said, kind: 'mail' }, `A test is on its way to ${email}.`)}
        >
          Mail a test to me
        </RowButton>
      )}
      {sends.sms && (
        <StaffForm
          action="Text a test"
          isSecondary
          onSubmit={async () => {
            await sendStaffCall('testAnnouncement', { ...said, kind: 'sms', phone });
            toastDone('A test is on its way.');
            return false;
          }}
        >
          <FormField
            label="Phone number for a test"
            name="phone"
            type="tel"
            autoComplete="tel"
            value={phone}
            onChange={({ currentTarget }) => setPhone(currentTarget.value)}
          />
        </StaffForm>
      )}
    </section>
  );
}
