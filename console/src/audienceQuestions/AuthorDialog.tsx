import type { QueuedAudienceQuestion } from '@companion/contract/staff/audienceQuestionQueue';
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
  const act = (close: () => void, moderateAuthor: Moderation['blockAuthor']) => {
    close();
    if (!moderation.isSending) void moderateAuthor(audienceQuestion);
  };
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
            <ActionButton variant="secondary" aria-keyshortcuts="B" onPress={() => act(close, moderation.blockAuthor)}>
              {isAuthorBlocked ? 'Unblock author' : 'Block author'}
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
