import type { ContentItem } from '@companion/contract/content';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { focusPage } from '../page/openedLink.ts';
import { originOf } from '../page/origin.ts';
import { RowList } from '../page/RowLink.tsx';
import { UpLink } from '../page/UpLink.tsx';
import { useArrival } from '../page/useArrival.ts';
import { useDocumentTitle } from '../page/useDocumentTitle.ts';
import { useContent } from '../page/useLists.ts';
import { paths } from '../paths.ts';
import { AgendaIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SearchResult } from './SearchResult.tsx';
import styles from './SearchScreen.module.css';
import { type SearchDocument, searchDocuments } from './searchDocuments.ts';
import type { MatchedTerms } from './searchIndex.ts';

/** What takes place in a room, in the order of the time. */
export function RoomSessions({ room }: { room: string }) {
  const content = useContent();
  const { data } = content;
  const sessions = useMemo(() => sessionsIn(room, data ?? []), [room, data]);
  useDocumentTitle(room);
  const location = useLocation();
  const { key } = location;
  const isFromSearch = originOf(location) !== undefined;
  const arrival = useArrival();
  // The search that led here is the same page.
  useEffect(() => focusPage(arrival === 'returned' ? key : undefined), [arrival, key]);
  return (
    <div className={styles.page}>
      <UpLink to={paths.search} goesBack={isFromSearch}>
        Search
      </UpLink>
      <hgroup>
        <h1>{room}</h1>
        <AsOf query={content} />
      </hgroup>
      {sessions.length === 0 ? (
        <EmptyState query={content} placeholder={<Skeleton lines={4} />} icon={<AgendaIcon />}>
          <p>There are no sessions in this room.</p>
        </EmptyState>
      ) : (
        <RowList label="Sessions">
          {sessions.map((document) => (
            <li key={document.id}>
              <SearchResult found={{ document, terms: NONE, isInBody: false }} from={room} />
            </li>
          ))}
        </RowList>
      )}
    </div>
  );
}

const NONE: MatchedTerms = new Map();

const sessionsIn = (where: string, content: readonly ContentItem[]) =>
  searchDocuments(content)
    .filter(({ kind, room }) => kind === 'session' && room === where)
    // The heading says where.
    .map((document): SearchDocument => ({ ...document, room: '' }))
    .sort((one, other) => startOf(one) - startOf(other));

const startOf = ({ item }: SearchDocument) => Date.parse(item?.startDate ?? '');
