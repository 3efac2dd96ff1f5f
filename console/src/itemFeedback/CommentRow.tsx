import type { ItemComment } from '@companion/contract/staff/itemComments';
import { Link } from 'react-router';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import type { StaffReadName } from '../api/staffApi.ts';
import { toastDone } from '../api/toasts.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { paths } from '../paths.ts';
import styles from './CommentRow.module.css';

/** The lists that show comments. */
export const COMMENT_LISTS: StaffReadName[] = ['getItemComments', 'getComments'];

interface CommentRowProps {
  comment: ItemComment;
  contentId: string;
  /** What it is on, where the list has several. */
  title?: string;
  /** Asks for the note on it. */
  onNote(): void;
}

/** A comment in a list, with what the staff can do about it. */
export function CommentRow({ comment, contentId, title, onNote }: CommentRowProps) {
  const { id, text, commentedAt, isHidden, isChanged, note } = comment;
  const { send, isSending } = useStaffMutation('moderateComment', COMMENT_LISTS);
  const start = text.slice(0, 80);
  const set = (hidden: boolean) => send({ contentId, commentId: id, isHidden: hidden });
  const hide = async () => {
    // A press on the wrong row is undone as fast as it was made.
    if (await set(true)) toastDone('The comment is hidden.', { label: 'Undo', run: () => void set(false) });
  };
  return (
    <li className={styles.comment}>
      <div className={styles.text}>
        <p className={`written ${styles.words} ${isHidden ? styles.hidden : ''}`}>{text}</p>
        <p className={styles.detail}>
          {title !== undefined && (
            <Link to={paths.itemFeedback(contentId)} className="written">
              {title}
            </Link>
          )}
          {dateTimeText(commentedAt)}
          {isHidden && <Badge tone="stage">Hidden</Badge>}
          {isChanged && <Badge>Changed since it was hidden</Badge>}
        </p>
        {note && (
          <p className={styles.note}>
            <b>Note:</b> <span className="written">{note}</span>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {/* One button, so that it keeps the focus. */}
        <RowButton
          busy={isSending}
          aria-label={`${isHidden ? 'Show again' : 'Hide'}: ${start}`}
          onPress={() => void (isHidden ? set(false) : hide())}
        >
          {isHidden ? 'Show again' : 'Hide'}
        </RowButton>
        <RowButton aria-label={`${note ? 'Change the note' : 'Add a note'}: ${start}`} onPress={onNote}>
          Note…
        </RowButton>
      </div>
    </li>
  );
}
