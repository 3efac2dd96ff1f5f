import { COMMENT_MAX } from '@companion/contract/constants';
import type { ContentItem } from '@companion/contract/content';
import { commentForm } from '@companion/contract/itemFeedback';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { DraftNotice } from '../forms/DraftNotice.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { paths } from '../paths.ts';
import { commentIntent, useCreateCommentMutation, useUpdateCommentMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import { notifySaved, notifySuccess } from '../toasts/toasts.ts';
import { Button } from '../ui/Button.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import styles from './ContentItemPage.module.css';
import { AGENDA, originOf } from './originOf.ts';
import { useCommentDraft } from './useCommentDraft.ts';

/**
 * The attendee's comment on an item (§4): the first one is created, later ones update it. Sending returns to the agenda
 * (§2).
 */
export function CommentForm({ item }: { item: ContentItem }) {
  const { campaignId, id: contentId } = item;
  const { draftKey, comment, setComment, dropComment, isRestored, discard } = useCommentDraft(item);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isTouched, setIsTouched] = useState(false);
  const [isAttempted, setIsAttempted] = useState(false);
  // Shared by both calls and by every instance of this form, so that one opened before the answer knows about the
  // request.
  const sharing = { fixedCacheKey: draftKey };
  const [createComment, { isLoading: isSending, isSuccess: isSent, reset: forgetSent }] =
    useCreateCommentMutation(sharing);
  const [updateComment] = useUpdateCommentMutation(sharing);
  const location = useLocation();
  const navigate = useNavigateFromHere();
  const waiting = useWaitingWrite(commentIntent({ campaignId, contentId }));
  const error = commentForm.safeParse({ comment }).error?.issues[0]?.message;

  useEffect(() => {
    if (!isSent) return;
    forgetSent();
    dropComment();
  }, [isSent, forgetSent, dropComment]);

  useEffect(() => {
    // A reload restored a comment that was being sent.
    if (waiting?.argument.comment === comment.trim()) dropComment();
  }, [waiting, comment, dropComment]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsAttempted(true);
    if (error) field.current?.focus();
    if (error || isSending) return;
    const send = item.comment === null ? createComment : updateComment;
    const { data } = await send({ campaignId, contentId, comment: comment.trim() });
    if (!data) return;
    dropComment();
    if (data.isWaiting) notifySaved();
    else notifySuccess('Thank you for your feedback.');
    // Going back, instead of opening the agenda again, restores its scroll position.
    if (originOf(location) === AGENDA) navigate(-1);
    else navigate(paths.agenda);
  };

  return (
    <form onSubmit={submit} noValidate className={styles.comment}>
      {isRestored && !isSending && <DraftNotice onDiscard={discard}>This comment is not sent yet.</DraftNotice>}
      <TextAreaField
        ref={field}
        label="Your comment"
        name="comment"
        rows={5}
        maxLength={COMMENT_MAX}
        autoCapitalize="sentences"
        value={comment}
        readOnly={isSending}
        error={isTouched || isAttempted ? error : undefined}
        onChange={(event) => {
          setComment(event.currentTarget.value);
          setIsTouched(true);
        }}
        onBlur={() => setIsTouched(true)}
      />
      <Button type="submit" busy={isSending} disabled={isSending || (isAttempted && Boolean(error))}>
        Send Comment
      </Button>
      <WaitingToSend hasPlace isWaiting={waiting !== undefined} className={styles.waiting}>
        Your comment is waiting to send.
      </WaitingToSend>
    </form>
  );
}
