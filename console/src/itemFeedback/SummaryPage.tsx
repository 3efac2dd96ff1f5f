import { COMMENTS_PER_PAGE } from '@companion/contract/staff/itemComments';
import { Card } from '@companion/web/ui/Card.tsx';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { CountedNote } from '../page/CountedNote.tsx';
import { countText } from '../page/countText.ts';
import { FailureMessage, Loaded } from '../page/Loaded.tsx';
import { tokenIn } from '../page/linkToken.ts';
import { useTitle } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { dayTimeText } from '../page/timeText.ts';
import { placeText } from './itemTexts.ts';
import styles from './SummaryPage.module.css';
import { VotesTable } from './VotesTable.tsx';

/** The statuses of a link that is not whole, and of one that was revoked or has expired. */
const [NOT_WHOLE, GONE] = [400, 404];

/**
 * What attendees think of one session or speaker, for those who have its link. The token stays in the address, so that a
 * reload and a bookmark work: it opens nothing but this page.
 */
export function SummaryPage() {
  const token = tokenIn(useLocation().hash);
  return (
    <main className={styles.page}>
      <Summary key={token} token={token} />
    </main>
  );
}

function Summary({ token }: { token: string }) {
  const [page, setPage] = useState(1);
  const query = useStaffQuery('getSummary', { token, page }, { partOf: token, keepsLast: true });
  const summary = (query.data ?? query.last?.data)?.results;
  useTitle(summary?.item.title ?? 'Feedback', summary?.eventName ?? '');
  const { failure } = query;
  // Revoked or expired, also while the page was open.
  if (failure && (failure.status === GONE || failure.status === NOT_WHOLE)) {
    return (
      <Message icon={<InfoIcon />}>
        <h1>This link shows nothing</h1>
        <p role="alert">
          {failure.status === GONE ? failure.message : 'It is not complete. Please open it as it was sent.'}
        </p>
      </Message>
    );
  }
  if (!summary) return <Loaded query={query}>{() => null}</Loaded>;
  const { item, comments, total, eventName, expiresAt } = summary;
  return (
    <>
      <header className={styles.head}>
        <p className="written">{eventName}</p>
        <h1 className="written">{item.title}</h1>
        <p>{placeText(item)}</p>
      </header>
      <Card as="section" aria-labelledby="votes">
        <h2 id="votes">Votes</h2>
        <VotesTable everyone={item} />
        <CountedNote counted={item.counted} />
      </Card>
      <Card as="section" aria-labelledby="comments">
        <h2 id="comments">{total === 0 ? 'No comments yet' : `${countText(total, 'comment')}, newest first`}</h2>
        <ul className={styles.comments}>
          {comments.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two comments may be the same
            <li key={index} className={`written ${styles.comment}`}>
              {text}
            </li>
          ))}
        </ul>
        {failure && !query.data && <FailureMessage failure={failure} retry={query.refetch} />}
        <Pager page={page} perPage={COMMENTS_PER_PAGE} total={total} onPage={setPage} />
      </Card>
      <footer className={styles.foot}>
        This page names no one, and is for you alone: please do not pass on its link. It works until{' '}
        {dayTimeText(expiresAt)}.
      </footer>
    </>
  );
}
