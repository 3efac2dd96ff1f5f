import { type ItemComment, NOTE_MAX } from '@companion/contract/staff/itemComments';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useState } from 'react';
import { toastDone } from '../api/toasts.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';

/** What a member does with a comment. */
export interface CommentTask {
  does: 'hide' | 'note';
  comment: ItemComment;
}

interface ModerateDialogProps {
  task: CommentTask;
  contentId: string;
  onClose(): void;
}

/** Asks for the note on a comment, which is the reason where the comment is hidden. */
export function ModerateDialog({ task: { does, comment }, contentId, onClose }: ModerateDialogProps) {
  const { send, isSending } = useStaffMutation('moderateComment', ['getItemComments']);
  const [note, setNote] = useState(comment.note);
  const hides = does === 'hide';
  const confirm = async () => {
    const change = hides ? { isHidden: true, note } : { note };
    const done = await send({ contentId, commentId: comment.id, ...change });
    if (!done) return;
    onClose();
    toastDone(hides ? 'The comment is hidden.' : 'The note is stored.');
  };
  return (
    <ConfirmDialog
      title={hides ? 'Hide this comment?' : 'Note on this comment'}
      action={hides ? 'Hide' : 'Store the note'}
      variant="primary"
      busy={isSending}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      {hides && <p>Speakers no longer see it. Its author sees no difference. You can show it again at any time.</p>}
      <TextAreaField
        label={hides ? 'Reason, for the staff only' : 'Note, for the staff only'}
        rows={3}
        maxLength={NOTE_MAX}
        value={note}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
