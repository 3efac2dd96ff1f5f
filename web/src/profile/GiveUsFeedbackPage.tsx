import { COMMENT_MAX } from '@companion/contract/constants';
import { feedbackForm } from '@companion/contract/feedback';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import styles from '../forms/FormPage.module.css';
import { draftFields, useFormDraft } from '../forms/formDraft.ts';
import { UpLink } from '../page/UpLink.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { paths } from '../paths.ts';
import { FEEDBACK_INTENT, useSendFeedbackMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import { dropDraft } from '../session/drafts.ts';
import { useDraftKey } from '../session/useDraftKey.ts';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';

const EMPTY = { message: '' };

/**
 * Sends a message to the organizer (§2). The draft is kept until it has been sent; a retry does not send it twice
 * (decision 032).
 */
export function GiveUsFeedbackPage() {
  const draftKey = useDraftKey(FEEDBACK_INTENT);
  const [defaultValues] = useState(() => ({ ...EMPTY, ...draftFields(draftKey, feedbackForm.shape) }));
  const { register, handleSubmit, subscribe, reset, getValues, formState } = useForm({
    mode: 'all',
    resolver: standardSchemaResolver(feedbackForm),
    defaultValues,
  });
  const { errors, isValid, submitCount } = formState;
  // Shared by every instance of this form, so that one opened before the answer knows about the request.
  const [sendFeedback, { isLoading: isSending, isSuccess: isSent, reset: forgetSent }] = useSendFeedbackMutation({
    fixedCacheKey: draftKey,
  });
  const navigate = useNavigateFromHere();

  const draft = useFormDraft(draftKey, { subscribe, reset, savedValues: EMPTY });

  useEffect(() => {
    if (!isSent) return;
    forgetSent();
    reset(EMPTY);
  }, [isSent, forgetSent, reset]);

  const waiting = useWaitingWrite(FEEDBACK_INTENT);
  useEffect(() => {
    // A reload restored a message that was being sent.
    if (waiting?.argument.message === getValues('message').trim()) reset(EMPTY);
  }, [waiting, getValues, reset]);

  const onSubmit = handleSubmit(async (feedback) => {
    const answer = await sendFeedback(feedback);
    if (answer.error) return;
    dropDraft(draftKey);
    if (answer.data.isWaiting) notifySaved();
    else notifySuccess('Your message has been sent. Thank you for your feedback.');
    navigate(paths.profile, { replace: true });
  });

  return (
    <div className={styles.inner}>
      <UpLink to={paths.profile}>Profile</UpLink>
      <header className={styles.head}>
        <h1>Give Us Feedback</h1>
        <p>Let the organizers know what works, what does not, and what you miss.</p>
      </header>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        {draft.isRestored && !isSending && (
          <DraftNotice onDiscard={draft.discard}>This message is not sent yet.</DraftNotice>
        )}
        <TextAreaField
          {...register('message')}
          label="Message"
          error={errors.message?.message}
          rows={6}
          maxLength={COMMENT_MAX}
          autoCapitalize="sentences"
          readOnly={isSending}
          required
        />
        <Button type="submit" busy={isSending} disabled={isSending || (submitCount > 0 && !isValid)}>
          Send Feedback
        </Button>
        <WaitingToSend isWaiting={waiting !== undefined}>A message of yours is waiting to send.</WaitingToSend>
      </form>
    </div>
  );
}
