import type { ContentItem } from '@companion/contract/content';
import { commentForm } from '@companion/contract/itemFeedback';
import { useLocation } from 'react-router';
import { TextForm } from '../forms/TextForm.tsx';
import { useDraftKey } from '../forms/useDraft.tsx';
import { isFromAgenda } from '../page/origin.ts';
import { PointInTime } from '../page/PointInTime.tsx';
import { useNavigateFromHere } from '../page/useNavigateFromHere.ts';
import { WaitingToSend } from '../page/WaitingToSend.tsx';
import { paths } from '../paths.ts';
import { commentIntent, useCreateCommentMutation, useUpdateCommentMutation } from '../queue/queuedEndpoints.ts';
import { useWaitingWrite } from '../queue/useWaitingWrite.ts';
import styles from './ContentItemPage.module.css';
import { isSpeaker } from './contentItems.ts';

/**
 * The attendee's comment on an item (§4): the first one is created, later ones update it. Sending returns to the agenda
 * (§2).
 */
export function CommentForm({ item }: { item: ContentItem }) {
  const about = { campaignId: item.campaignId, contentId: item.id };
  const draftKey = useDraftKey(commentIntent(about));
  // Shared by both calls.
  const sharing = { fixedCacheKey: draftKey };
  const [createComment, sending] = useCreateCommentMutation(sharing);
  const [updateComment] = useUpdateCommentMutation(sharing);
  const location = useLocation();
  const navigate = useNavigateFromHere();
  const waiting = useWaitingWrite(commentIntent(about));
  const send = item.comment === null ? createComment : updateComment;

  return (
    <TextForm
      draftKey={draftKey}
      saved={item.comment}
      schema={commentForm.shape.comment}
      label="Your comment"
      name="comment"
      rows={5}
      draftNotice="This comment is not sent yet."
      hintOf={() => readersOf(item)}
      submitLabel={item.comment === null ? 'Send Comment' : 'Update Comment'}
      send={(comment) => send({ ...about, comment })}
      sending={sending}
      waiting={[waiting?.argument.comment]}
      thanks="Thank you for your feedback."
      // Going back, instead of opening the agenda again, restores its scroll position.
      onSent={() => (isFromAgenda(location) ? navigate(-1) : navigate(paths.agenda))}
      className={styles.comment}
    >
      <div className={styles.sending}>
        <WaitingToSend hasPlace isWaiting={waiting !== undefined}>
          Your comment is waiting to send.
        </WaitingToSend>
        {!waiting && item.comment !== null && item.commentedAt && (
          <p className={styles.sent}>
            Sent <PointInTime at={Date.parse(item.commentedAt)} />
          </p>
        )}
      </div>
    </TextForm>
  );
}

/** Decision 052. */
function readersOf(item: ContentItem): string {
  const speakers = isSpeaker(item) ? 'the speaker' : item.speakerIds.length > 0 ? 'the speakers' : undefined;
  const share = speakers ? ` and may share it with ${speakers}` : '';
  return `The organizers read it${share}. Other attendees do not see it.`;
}
