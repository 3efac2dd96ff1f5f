import { COMMENTS_PER_PAGE, type ItemComment, NOTE_MAX } from '@companion/contract/staff/itemComments';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { Card } from '@companion/web/ui/Card.tsx';
import { TextAreaField } from '@companion/web/ui/TextAreaField.tsx';
import { type ReactNode, useState } from 'react';
import { useStaffMutation } from '../api/sendStaffCall.ts';
import { staffAddress } from '../api/staffRequest.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { Choices } from '../page/Choices.tsx';
import { ConfirmDialog } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import { Filters } from '../page/Filters.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { usePagedSearch } from '../page/useSearch.ts';
import styles from './ItemComments.module.css';

const SHOWN = [
  ['', 'All'],
  ['no', 'Shown'],
  ['yes', 'Hidden'],
] as const;

interface ItemCommentsProps {
  item: ItemFigures;
  /** A page of the comments, and how many all pages have. Undefined if the search could not be read. */
  found: { comments: ItemComment[]; total: number } | undefined;
  /** Where the next page would be: why it could not be read. */
  children: ReactNode;
  className: string | undefined;
}

/** Which comments are shown; it is in the address. */
export function useCommentFilter() {
  const { values, filter, pages } = usePagedSearch<'q' | 'hidden'>();
  const hidden = SHOWN.find(([value]) => value === values.hidden)?.[0] ?? '';
  return { filter, pages, shown: { search: values.q ?? '', hidden: hidden || undefined } };
}

/** The comments on an item, with their moderation. */
export function ItemComments({ item, found, children, className = '' }: ItemCommentsProps) {
  const { filter, pages, shown } = useCommentFilter();
  const [task, setTask] = useState<CommentTask>();
  const params = { contentId: item.id };
  return (
    <Card as="section" aria-labelledby="comments" className={`${styles.comments} ${className}`}>
      <h2 id="comments">Comments</h2>
      <Filters>
        <SearchField label="Search the comments" value={shown.search} onSearch={(q) => filter({ q })} />
        <Choices label="State" options={SHOWN} value={shown.hidden ?? ''} onChange={(hidden) => filter({ hidden })} />
      </Filters>
      {found && (
        <>
          <p className={styles.total}>
            <span role="status">
              {countText(found.total, 'comment')}
              {!shown.hidden && !shown.search && item.hidden > 0 && `, ${item.hidden} hidden`}
            </span>
            <a href={staffAddress('exportItemComments', { ...params, ...shown })} download>
              Download as CSV
            </a>
          </p>
          <ul className={styles.list}>
            {found.comments.map((comment) => (
              <Comment key={comment.id} comment={comment} contentId={item.id} onTask={setTask} />
            ))}
          </ul>
        </>
      )}
      {children}
      {found && <Pager {...pages} perPage={COMMENTS_PER_PAGE} total={found.total} />}
      {task && (
        <ModerateDialog
          key={`${task.does} ${task.comment.id}`}
          task={task}
          contentId={item.id}
          onClose={() => setTask(undefined)}
        />
      )}
    </Card>
  );
}

interface CommentProps {
  comment: ItemComment;
  contentId: string;
  onTask(task: CommentTask): void;
}

function Comment({ comment, contentId, onTask }: CommentProps) {
  const { id, text, commentedAt, isHidden, isChanged, note } = comment;
  const { send, isSending } = useStaffMutation('moderateComment', ['getItemComments']);
  const start = text.slice(0, 80);
  return (
    <li className={styles.comment}>
      <div className={styles.text}>
        <p className={`written ${styles.words} ${isHidden ? styles.hidden : ''}`}>{text}</p>
        <p className={styles.detail}>
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
        {isHidden ? (
          <RowButton
            busy={isSending}
            aria-label={`Show again: ${start}`}
            onPress={() => void send({ contentId, commentId: id, isHidden: false })}
          >
            Show again
          </RowButton>
        ) : (
          <RowButton aria-label={`Hide: ${start}`} onPress={() => onTask({ does: 'hide', comment })}>
            Hide…
          </RowButton>
        )}
        <RowButton
          aria-label={`${note ? 'Change the note' : 'Add a note'}: ${start}`}
          onPress={() => onTask({ does: 'note', comment })}
        >
          Note…
        </RowButton>
      </div>
    </li>
  );
}

/** What a member does with a comment. */
interface CommentTask {
  does: 'hide' | 'note';
  comment: ItemComment;
}

interface ModerateDialogProps {
  task: CommentTask;
  contentId: string;
  onClose(): void;
}

/** Asks for the note on a comment, which is the reason where the comment is hidden. */
function ModerateDialog({ task: { does, comment }, contentId, onClose }: ModerateDialogProps) {
  const { send } = useStaffMutation('moderateComment', ['getItemComments']);
  const [note, setNote] = useState(comment.note);
  const hides = does === 'hide';
  const confirm = async () => {
    const change = hides ? { isHidden: true, note } : { note };
    const done = hides ? 'The comment is hidden.' : 'The note is stored.';
    // After a failure it stays open, with what was typed.
    return (await send({ contentId, commentId: comment.id, ...change }, done)) !== undefined;
  };
  return (
    <ConfirmDialog
      title={hides ? 'Hide this comment?' : 'Note on this comment'}
      action={hides ? 'Hide' : 'Store the note'}
      variant="primary"
      onClose={onClose}
      onConfirm={confirm}
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
