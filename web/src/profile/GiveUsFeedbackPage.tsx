import { feedbackForm } from '@companion/contract/feedback';
import styles from '../forms/FormPage.module.css';
import { TextForm } from '../forms/TextForm.tsx';
import { useDraftKey } from '../forms/useDraft.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { paths } from '../paths.ts';
import { FEEDBACK_INTENT, useSendFeedbackMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrites } from '../queue/useWaitingWrite.ts';

/** Sends a message to the organizer (§2). A retry does not send it twice (decision 032). */
export function GiveUsFeedbackPage() {
  const draftKey = useDraftKey(FEEDBACK_INTENT);
  const [sendFeedback, sending] = useSendFeedbackMutation({ fixedCacheKey: draftKey });
  const navigate = useNavigateFromHere();
  const waiting = useWaitingWrites(FEEDBACK_INTENT);
  return (
    <div className={styles.inner}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <header className={styles.head}>
        <h1>Give Us Feedback</h1>
        <p>Let the organizers know what works, what does not, and what you miss.</p>
      </header>
      <TextForm
        draftKey={draftKey}
        schema={feedbackForm.shape.message}
        label="Message"
        name="message"
        rows={6}
        required
        draftNotice="This message is not sent yet."
        submitLabel="Send Feedback"
        send={(message) => sendFeedback({ message })}
        sending={sending}
        waiting={waiting.map(({ argument }) => argument.message)}
        thanks="Your message has been sent. Thank you for your feedback."
        onSent={() => navigate(paths.profile, { replace: true })}
        className={styles.form}
      >
        <WaitingToSend isWaiting={waiting.length > 0}>A message of yours is waiting to send.</WaitingToSend>
      </TextForm>
    </div>
  );
}
