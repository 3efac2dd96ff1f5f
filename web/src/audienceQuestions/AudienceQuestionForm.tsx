import { AUDIENCE_QUESTION_MAX, audienceQuestionForm } from '@companion/contract/audienceQuestion';
import { CONFIRM_FIRST } from '@companion/contract/constants';
import { needsConfirmation, PhoneConfirmation } from '../forms/PhoneConfirmation.tsx';
import { TextForm } from '../forms/TextForm.tsx';
import { useDraftKey } from '../forms/useDraft.tsx';
import { audienceQuestionIntent, useCreateAudienceQuestionMutation } from '../queue/queuedEndpoints.ts';
import type { Write } from '../session/writes.ts';
import styles from './SessionAudienceQuestions.module.css';

/**
 * Asks the speakers of a session.
 * @param props.unsent the attendee's questions that wait to be sent
 */
export function AudienceQuestionForm({ contentId, unsent }: { contentId: string; unsent: readonly Write[] }) {
  const draftKey = useDraftKey(audienceQuestionIntent(contentId));
  const [createAudienceQuestion, sending] = useCreateAudienceQuestionMutation({ fixedCacheKey: draftKey });
  return (
    <div className={styles.audienceQuestions}>
      <TextForm
        draftKey={draftKey}
        schema={audienceQuestionForm.shape.text}
        label="Your question"
        name="question"
        rows={3}
        // As the rule counts: an emoji is one.
        hintOf={(text) => `${[...text].length} of ${AUDIENCE_QUESTION_MAX} characters. Your name is not shown.`}
        draftNotice="This question is not sent yet."
        submitLabel="Send Question"
        send={(text) => createAudienceQuestion({ contentId, text })}
        sending={sending}
        waiting={unsent.map(({ argument }) => argument.text)}
        thanks="Your question has been sent to the moderators."
        className={styles.form}
      />
      {needsConfirmation(sending.error) && <PhoneConfirmation reason={CONFIRM_FIRST} />}
    </div>
  );
}
