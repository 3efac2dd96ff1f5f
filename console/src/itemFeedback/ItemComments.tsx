import { COMMENTS_PER_PAGE, type ItemComment } from '@companion/contract/staff/itemComments';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { Card } from '@companion/web/ui/Card.tsx';
import { type ReactNode, useState } from 'react';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { Choices } from '../page/Choices.tsx';
import { Filters } from '../page/Filters.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import styles from './ItemComments.module.css';
import { type CommentTask, ModerateDialog } from './ModerateDialog.tsx';
import type { CommentFilter } from './useCommentFilter.ts';

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
  filter: CommentFilter;
  className: string | undefined;
}

/** The comments on an item, with their moderation. */
export function ItemComments({ item, found, children, filter, className = '' }: ItemCommentsProps) {
  const [task, setTask] = useState<CommentTask>();
  const params = { contentId: item.id };
  return (
    <Card as="section" aria-labelledby="comments" className={`${styles.comments} ${className}`}>
      <h2 id="comments">Comments</h2>
      <Filters>
        <SearchField label="Search the comments" value={filter.q} onSearch={(q) => filter.change({ q })} />
        <Choices label="State" options={SHOWN} value={filter.hidden} onChange={(hidden) => filter.change({ hidden })} />
      </Filters>
      {found && (
        <>
          <p className={styles.total}>
            <span role="status">
              {found.total} {found.total === 1 ? 'comment' : 'comments'}
              {filter.hidden === '' && filter.q === '' && item.hidden > 0 && `, ${item.hidden} hidden`}
            </span>
            <a href={staffAddress('exportItemComments', { ...params, ...filter.query })} download>
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
      {found && <Pager page={filter.page} perPage={COMMENTS_PER_PAGE} total={found.total} onPage={filter.goTo} />}
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
          <ActionButton
            variant="secondary"
            size="small"
            busy={isSending}
            aria-label={`Show again: ${start}`}
            onPress={() => void send({ contentId, commentId: id, isHidden: false })}
          >
            Show again
          </ActionButton>
        ) : (
          <ActionButton
            variant="secondary"
            size="small"
            aria-label={`Hide: ${start}`}
            onPress={() => onTask({ does: 'hide', comment })}
          >
            Hide…
          </ActionButton>
        )}
        <ActionButton
          variant="secondary"
          size="small"
          aria-label={`${note ? 'Change the note' : 'Add a note'}: ${start}`}
          onPress={() => onTask({ does: 'note', comment })}
        >
          Note…
        </ActionButton>
      </div>
    </li>
  );
}
