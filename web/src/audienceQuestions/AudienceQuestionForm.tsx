import { AUDIENCE_QUESTION_MAX, audienceQuestionForm } from '@companion/contract/audienceQuestion';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { useCreateAudienceQuestionMutation } from '../queue/queuedEndpoints.ts';
import type { Write } from '../session/writes.ts';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import styles from './SessionAudienceQuestions.module.css';
import { useAudienceQuestionDraft } from './useAudienceQuestionDraft.ts';

const UNTOUCHED = { isTouched: false, isAttempted: false };

/**
 * Asks the speakers of a session.
 * @param props.unsent the attendee's questions that wait to be sent
 */
export function AudienceQuestionForm({ contentId, unsent }: { contentId: string; unsent: readonly Write[] }) {
  const { draftKey, text, write, isRestored, clear } = useAudienceQuestionDraft(contentId);
  const field = useRef<HTMLTextAreaElement>(null);
  const [{ isTouched, isAttempted }, setProgress] = useState(UNTOUCHED);
  // Shared by every instance of this form, so that one opened before the answer knows about the request.
  const [send, { isLoading: isSending, isSuccess: isSent, reset: forgetSent }] = useCreateAudienceQuestionMutation({
    fixedCacheKey: draftKey,
  });
  const error = audienceQuestionForm.shape.text.safeParse(text).error?.issues[0]?.message;

  useEffect(() => {
    if (!isSent) return;
    forgetSent();
    clear();
    setProgress(UNTOUCHED);
  }, [isSent, forgetSent, clear]);

  useEffect(() => {
    // A reload restored a question that was being sent.
    if (unsent.some(({ argument }) => argument.text === text.trim())) clear();
  }, [unsent, text, clear]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProgress({ isTouched, isAttempted: true });
    if (error) field.current?.focus();
    if (error || isSending) return;
    const { data } = await send({ contentId, text: text.trim() });
    if (data?.isWaiting) notifySaved();
    else if (data) notifySuccess('Your question has been sent to the moderators.');
  };
  const touch = () => setProgress({ isTouched: true, isAttempted });

  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      {isRestored && !isSending && <DraftNotice onDiscard={clear}>This question is not sent yet.</DraftNotice>}
      <TextAreaField
        ref={field}
        label="Your question"
        name="question"
        rows={3}
        maxLength={AUDIENCE_QUESTION_MAX}
        autoCapitalize="sentences"
        value={text}
        readOnly={isSending}
        hint={`${text.length} of ${AUDIENCE_QUESTION_MAX} characters. Your name is not shown.`}
        error={isTouched || isAttempted ? error : undefined}
        onChange={(event) => {
          write(event.currentTarget.value);
          touch();
        }}
        onBlur={touch}
      />
      <Button type="submit" busy={isSending} disabled={isSending || (isAttempted && Boolean(error))}>
        Send Question
      </Button>
    </form>
  );
}
