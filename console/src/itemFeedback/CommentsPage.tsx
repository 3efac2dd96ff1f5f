import { COMMENTS_PER_PAGE } from '@companion/contract/staff/itemComments';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Choices } from '../page/Choices.tsx';
import { countText, numberText } from '../page/countText.ts';
import { Filters } from '../page/Filters.tsx';
import { CommentIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { weekdayTimeText } from '../page/timeText.ts';
import { useKeptRow } from '../page/useKeptRow.ts';
import { CommentRow } from './CommentRow.tsx';
import styles from './CommentsPage.module.css';
import { FIGURES_EVERY_MS } from './itemTexts.ts';
import { SHOWN, useCommentFilter } from './useCommentFilter.ts';
import { useCommentNotes } from './useCommentNotes.tsx';

/** A search reads every comment: it is repeated less often. */
const SEARCH_EVERY_MS = 10_000;

/** The comments on all sessions and speakers, for those who do not know where one was made. */
export function CommentsPage() {
  const { filter, pages, shown, contentId } = useCommentFilter();
  const query = useStaffQuery(
    'getComments',
    { ...shown, contentId, page: String(pages.page) },
    { everyMs: shown.search ? SEARCH_EVERY_MS : FIGURES_EVERY_MS, partOf: 'comments' },
  );
  const { onNote, dialog } = useCommentNotes();
  const keepRow = useKeptRow();
  return (
    <>
      <PageHead title="Comments">On all sessions and speakers, the newest first.</PageHead>
      <Filters>
        <SearchField label="Search all comments" value={shown.search} onSearch={(q) => filter({ q })} />
        <SelectField
          label="Session or speaker"
          placeholder="All"
          options={(query.data?.results.items ?? []).map((item) => [item.id, itemText(item)])}
          value={contentId ?? ''}
          onChange={({ currentTarget }) => filter({ item: currentTarget.value })}
        />
        <Choices label="State" options={SHOWN} value={shown.hidden ?? ''} onChange={(hidden) => filter({ hidden })} />
      </Filters>
      <Loaded query={query}>
        {({ results: { comments, total } }) => (
          <>
            <p role="status">{countText(total, 'comment')}</p>
            {comments.length === 0 ? (
              <Message icon={<CommentIcon />}>
                {shown.search || shown.hidden || contentId ? 'No matches.' : 'There are no comments yet.'}
              </Message>
            ) : (
              <Card as="ul" className={styles.list} onFocus={keepRow}>
                {comments.map((comment) => (
                  <CommentRow
                    key={`${comment.contentId} ${comment.id}`}
                    comment={comment}
                    contentId={comment.contentId}
                    title={comment.title}
                    onNote={() => onNote(comment)}
                  />
                ))}
              </Card>
            )}
            <Pager {...pages} perPage={COMMENTS_PER_PAGE} total={total} />
          </>
        )}
      </Loaded>
      {dialog}
    </>
  );
}

/** An item as the list names it: with its start, since titles such as Lunch occur on each day. */
const itemText = ({ title, startsAt, comments }: StaffAnswer<'getComments'>['results']['items'][number]): string =>
  `${startsAt ? `${weekdayTimeText(startsAt)}: ` : ''}${title} (${numberText(comments)})`;
