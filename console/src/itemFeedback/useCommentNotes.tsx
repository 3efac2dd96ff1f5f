import { type ItemComment, NOTE_MAX } from '@companion/contract/staff/itemComments';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { useState } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { useKeptFields } from '../page/useKeptFields.ts';
import { COMMENT_LISTS } from './CommentRow.tsx';

type Noted = Pick<ItemComment, 'id' | 'note'> & { contentId: string };

/**
 * The dialog for the note on a comment. It belongs above the list, which changes by itself: the comment may leave it while
 * the note is typed.
 */
export function useCommentNotes() {
  const [noted, setNoted] = useState<Noted>();
  return {
    onNote: setNoted,
    dialog: noted && <NoteDialog comment={noted} onClose={() => setNoted(undefined)} />,
  };
}

function NoteDialog({ comment: { id, note, contentId }, onClose }: { comment: Noted; onClose(): void }) {
  const { send } = useStaffMutation('moderateComment', COMMENT_LISTS);
  const { field, isOutdated, discard } = useKeptFields(`note on ${contentId} ${id}`);
  const { value, onChange } = field('note', note);
  return (
    <ConfirmDialog
      title="Note on this comment"
      action="Store the note"
      variant="primary"
      onClose={onClose}
      onCancel={discard}
      // After a failure it stays open, with what was typed.
      onConfirm={async () => {
        if (!(await send({ contentId, commentId: id, note: value }, 'The note is stored.'))) return false;
        discard();
        return true;
      }}
    >
      {isOutdated('note', note) && (
        <p>
          {note === '' ? (
            'Another member has removed the note since you began.'
          ) : (
            <>
              Another member has stored a note since you began: <q className="written">{note}</q>
            </>
          )}
        </p>
      )}
      <TextAreaField label="Note, for the staff only" rows={3} maxLength={NOTE_MAX} value={value} onChange={onChange} />
    </ConfirmDialog>
  );
}
