import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { useId } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import styles from '../page/ConfirmDialog.module.css';
import { useModal } from '../page/useModal.ts';
import type { Moderation } from './useModeration.ts';

interface AuthorDialogProps {
  audienceQuestion: QueuedAudienceQuestion;
  moderation: Moderation;
  onClose(): void;
}

/** What can be done about the author of a question. Each can be undone, so it asks nothing more. */
export function AuthorDialog({ audienceQuestion, moderation, onClose }: AuthorDialogProps) {
  const dialog = useModal(onClose);
  const id = useId();
  const { authorIsConfirmed, isAuthorBlocked } = audienceQuestion;
  const act = (moderateAuthor: Moderation['blockAuthor']) => {
    dialog.current?.close();
    if (!moderation.isSending) void moderateAuthor(audienceQuestion);
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      <h2 id={id}>The author of this question</h2>
      <div className={styles.text}>
        <p>
          {authorIsConfirmed
            ? 'The author is confirmed.'
            : 'The author is not confirmed: anyone could have made the account.'}
          {isAuthorBlocked && ' The author is blocked.'}
        </p>
        <p>
          Dismissing concerns every question of this author that waits or is shown. Who is blocked can no longer ask or
          upvote. You can undo both.
        </p>
      </div>
      <div className={styles.actions}>
        <ActionButton variant="secondary" onPress={() => dialog.current?.close()}>
          Cancel
        </ActionButton>
        <ActionButton variant="secondary" aria-keyshortcuts="B" onPress={() => act(moderation.blockAuthor)}>
          {isAuthorBlocked ? 'Unblock author' : 'Block author'}
        </ActionButton>
        <ActionButton variant="danger" aria-keyshortcuts="E" onPress={() => act(moderation.dismissAuthor)}>
          Dismiss all of this author
        </ActionButton>
      </div>
    </dialog>
  );
}
