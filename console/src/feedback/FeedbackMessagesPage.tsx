import { MESSAGES_PER_PAGE } from '@companion/contract/staff/feedbackMessages';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { staffAddress } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { countText } from '../page/countText.ts';
import { FeedbackIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { PageHead } from '../page/PageHead.tsx';
import { Pager } from '../page/Pager.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { UpLink } from '../page/UpLink.tsx';
import { usePagedSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import styles from './FeedbackMessagesPage.module.css';

const EVERY_MS = 10_000;

/** What attendees have sent with the feedback form. */
export function FeedbackMessagesPage() {
  const { values, filter, pages } = usePagedSearch<'q'>();
  const { q: search = '' } = values;
  const given = { search, page: String(pages.page) };
  const query = useStaffQuery('getFeedbackMessages', given, { everyMs: EVERY_MS, partOf: 'messages' });
  return (
    <>
      <UpLink to={paths.feedback}>Session feedback</UpLink>
      <PageHead title="Messages of the feedback form">What attendees have written to the organizer.</PageHead>
      <SearchField label="Search the messages" value={search} onSearch={(q) => filter({ q })} />
      <Loaded query={query}>
        {({ results: { messages, total } }) => (
          <>
            <p className={styles.total}>
              <span role="status">{countText(total, 'message')}</span>
              <a href={staffAddress('exportFeedbackMessages', { search })} download>
                Download as CSV
              </a>
            </p>
            {messages.length === 0 ? (
              <Message icon={<FeedbackIcon />}>{search ? 'No matches.' : 'There are no messages yet.'}</Message>
            ) : (
              <Card as="ul" className={listStyles.list}>
                {messages.map(({ id, text, sentAt }) => (
                  <li key={id} className={listStyles.row}>
                    <div className={listStyles.text}>
                      <p className={`written ${styles.words}`}>{text}</p>
                      <p className={listStyles.detail}>{dateTimeText(sentAt)}</p>
                    </div>
                  </li>
                ))}
              </Card>
            )}
            <Pager {...pages} perPage={MESSAGES_PER_PAGE} total={total} />
          </>
        )}
      </Loaded>
    </>
  );
}
