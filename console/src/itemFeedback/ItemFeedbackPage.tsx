import { Card } from '@companion/web/ui/Card.tsx';
import { InfoIcon } from '@companion/web/ui/icons.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useParams } from 'react-router';
import { mayCall, useMember } from '../api/member.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { Badge } from '../page/Badge.tsx';
import { FailureMessage, Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SavesLine } from '../page/SavesLine.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { paths } from '../paths.ts';
import { ItemComments } from './ItemComments.tsx';
import styles from './ItemFeedbackPage.module.css';
import { FIGURES_EVERY_MS, placeText } from './itemTexts.ts';
import { SummaryLinks } from './SummaryLinks.tsx';
import { useCommentFilter } from './useCommentFilter.ts';
import { VotesTable } from './VotesTable.tsx';

/** One session or speaker: its votes, its comments, and the links for speakers. */
export function ItemFeedbackPage() {
  const { contentId = '' } = useParams();
  const { shown, pages } = useCommentFilter();
  const mayMakeLinks = mayCall(useMember(), 'createSummaryLink');
  const query = useStaffQuery(
    'getItemComments',
    { contentId, ...shown, page: String(pages.page) },
    { everyMs: FIGURES_EVERY_MS, partOf: contentId, keepsLast: true },
  );
  const { data, failure, last } = query;
  // Whichever the page.
  const isSameSearch = last?.given.search === shown.search && last.given.hidden === shown.hidden;
  return (
    <>
      <UpLink to={paths.feedback}>Session feedback</UpLink>
      {failure?.status === 404 && !data ? (
        <Message icon={<InfoIcon />}>
          <h1>There is no such session or speaker.</h1>
        </Message>
      ) : (
        <Loaded query={{ ...query, data: data ?? last?.data }}>
          {({ results: { item, comments, total } }) => (
            <>
              <PageHead title={item.title}>
                <span className={styles.line}>
                  {placeText(item)}
                  {item.isRemoved && <Badge>Removed from the event</Badge>}
                  <SavesLine {...item} />
                </span>
              </PageHead>
              <div className={styles.columns}>
                <Card as="section" aria-labelledby="votes" className={styles.votes}>
                  <h2 id="votes">Votes</h2>
                  <VotesTable everyone={item} confirmed={{ up: item.confirmedUp, down: item.confirmedDown }} />
                </Card>
                <ItemComments
                  item={item}
                  found={data || isSameSearch ? { comments, total } : undefined}
                  className={styles.comments}
                >
                  {!data && failure && <FailureMessage failure={failure} retry={query.refetch} />}
                </ItemComments>
                {mayMakeLinks && <SummaryLinks item={item} className={styles.links} />}
              </div>
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
