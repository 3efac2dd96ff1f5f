import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
import { useState } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import { Dialog, DialogActions, DialogText } from '../page/Dialog.tsx';
import type { Moderation } from './useModeration.ts';

interface AuthorDialogProps {
  audienceQuestion: QueuedAudienceQuestion;
  moderation: Moderation;
  onClose(): void;
}

/** What can be done about the author of a question. Each can be undone, so it asks nothing more. */
export function AuthorDialog({ audienceQuestion, moderation, onClose }: AuthorDialogProps) {
  const { authorIsConfirmed, isAuthorBlocked } = audienceQuestion;
  /** What the button does stays what it was, also while another moderator does the same. */
  const [wasBlocked] = useState(isAuthorBlocked);
  const act = (close: () => void, moderateAuthor: Moderation['blockAuthor']) => {
    close();
    if (!moderation.isSending) void moderateAuthor(audienceQuestion);
  };
  const blockAuthor = (about: QueuedAudienceQuestion) =>
    moderation.blockAuthor({ ...about, isAuthorBlocked: wasBlocked });
  return (
    <Dialog title="The author of this question" onClose={onClose}>
      {(close) => (
        <>
          <DialogText>
            <p>
              {authorIsConfirmed
                ? 'The author is confirmed.'
                : 'The author is not confirmed: anyone could have made the account.'}
              {isAuthorBlocked && ' The author is blocked.'}
            </p>
            <p>
              Dismissing concerns every question of this author that waits or is shown. Who is blocked can no longer ask
              or upvote. You can undo both.
            </p>
          </DialogText>
          <DialogActions>
            <ActionButton variant="secondary" onPress={close}>
              Cancel
            </ActionButton>
            <ActionButton variant="secondary" aria-keyshortcuts="B" onPress={() => act(close, blockAuthor)}>
              {wasBlocked ? 'Unblock author' : 'Block author'}
            </ActionButton>
            <ActionButton variant="danger" aria-keyshortcuts="E" onPress={() => act(close, moderation.dismissAuthor)}>
              Dismiss all of this author
            </ActionButton>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
