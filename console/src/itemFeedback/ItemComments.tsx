import { COMMENTS_PER_PAGE, type ItemComment } from '@companion/contract/staff/itemComments';
import type { ItemFigures } from '@companion/contract/staff/itemFigures';
import { Card } from '@companion/web/ui/Card.tsx';
import type { ReactNode } from 'react';
import { staffAddress } from '../api/staffRequest.ts';
import { Choices } from '../page/Choices.tsx';
import { countText } from '../page/countText.ts';
import { Filters } from '../page/Filters.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { useKeptRow } from '../page/useKeptRow.ts';
import { CommentRow } from './CommentRow.tsx';
import styles from './ItemComments.module.css';
import { SHOWN, useCommentFilter } from './useCommentFilter.ts';
import { useCommentNotes } from './useCommentNotes.tsx';

interface ItemCommentsProps {
  item: ItemFigures;
  /** A page of the comments, and how many all pages have. Undefined if the search could not be read. */
  found: { comments: ItemComment[]; total: number } | undefined;
  /** Where the next page would be: why it could not be read. */
  children: ReactNode;
  className: string | undefined;
}

/** The comments on an item, with their moderation. */
export function ItemComments({ item, found, children, className = '' }: ItemCommentsProps) {
  const { filter, pages, shown } = useCommentFilter();
  const { onNote, dialog } = useCommentNotes();
  const keepRow = useKeptRow();
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
          <ul className={styles.list} onFocus={keepRow}>
            {found.comments.map((comment) => (
              <CommentRow
                key={comment.id}
                comment={comment}
                contentId={item.id}
                onNote={() => onNote({ ...comment, contentId: item.id })}
              />
            ))}
          </ul>
        </>
      )}
      {children}
      {found && <Pager {...pages} perPage={COMMENTS_PER_PAGE} total={found.total} />}
      {dialog}
    </Card>
  );
}
