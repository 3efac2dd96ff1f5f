import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useGetContentItemQuery } from '../api/readApi.ts';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useDocumentTitle } from '../page/useDocumentTitle.ts';
import { useContent } from '../page/useLists.ts';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/buttonClass.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './ContentItemPage.module.css';
import { ContentItemTop } from './ContentItemTop.tsx';
import { findItem } from './contentItems.ts';
import { ItemDetail, type ItemDetailProps } from './ItemDetail.tsx';

const RemovedItem = lazy(() => import('./RemovedItem.tsx').then((file) => ({ default: file.RemovedItem })));

/** One agenda item or speaker (§2). The layout remounts it for each address. */
export function ContentItemPage({ renderAudienceQuestions }: Pick<ItemDetailProps, 'renderAudienceQuestions'>) {
  const { campaignId = '', contentId = '' } = useParams();
  const list = useContent();
  const { data: content = [], isLoading } = list;
  const query = useGetContentItemQuery({ campaignId, contentId });
  const { error } = query;
  // The list is asked for again when the page gets the focus or the network is back, and has all of the item.
  const listed = findItem(content, { campaignId, contentId });
  // One that was restored is in the list again.
  const data = query.data?.removed && listed ? undefined : query.data;
  const isListNewer = (list.fulfilledTimeStamp ?? 0) > (query.fulfilledTimeStamp ?? 0);
  const [wasListed, setWasListed] = useState(false);
  if (listed && !wasListed) setWasListed(true);
  // An item that is new may not be in the list yet.
  const hasLeft = list.data !== undefined && !listed && (wasListed || (data === undefined && error !== undefined));
  const isRemoved = hasLeft || data?.removed === true;
  // The item's speakers and sessions come from the list, so the page waits for it rather than grow while being read.
  // Usually the list is loaded already.
  const item = isRemoved ? undefined : ((isListNewer ? listed : data) ?? data ?? listed);
  useDocumentTitle((item ?? data)?.title ?? 'On the agenda');

  const empty = (
    <EmptyState
      query={query}
      placeholder={<Skeleton lines={8} />}
      action={
        <Link to={paths.agenda} className={buttonClass('secondary')}>
          Go to the Agenda
        </Link>
      }
    >
      <h1>This item is not available at the moment.</h1>
    </EmptyState>
  );

  return (
    <article className={styles.page}>
      <div className={styles.top}>
        <ContentItemTop item={item} content={content} />
        {item && <AsOf query={item === data ? query : list} />}
      </div>
      {item && !isLoading && (
        <ItemDetail item={item} content={content} renderAudienceQuestions={renderAudienceQuestions} />
      )}
      {item && isLoading && <Skeleton lines={8} />}
      {isRemoved && (
        <Suspense fallback={<Skeleton lines={8} />}>
          <RemovedItem campaignId={campaignId} contentId={contentId} shown={data} unknown={empty} />
        </Suspense>
      )}
      {!item && !isRemoved && empty}
    </article>
  );
}
