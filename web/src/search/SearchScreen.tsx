import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { focusPage } from '../page/openedLink.ts';
import { useArrival } from '../page/useArrival.ts';
import { useContent } from '../page/useLists.ts';
import { readDraft } from '../session/drafts.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { moveByArrows } from './moveByArrows.ts';
import styles from './SearchScreen.module.css';
import { TypedSearch } from './TypedSearch.tsx';
import { useSearchIndex } from './useSearchIndex.ts';

interface SearchScreenProps {
  /** Where the query is kept. */
  draftKey: string;
  /** What the link that led here looks for. */
  linked: string;
}

/** The field, and what is found at each letter. */
export function SearchScreen({ draftKey, linked }: SearchScreenProps) {
  const [initialQuery] = useState(() => String(readDraft(draftKey) ?? linked));
  const content = useContent();
  const index = useSearchIndex(content.data);
  const page = useRef<HTMLDivElement>(null);
  const arrival = useArrival();
  const { key } = useLocation();
  useEffect(() => {
    // No keyboard covers the results to which the attendee returns.
    if (arrival === 'returned') return focusPage(key);
    // A tap on the link to the search before the app runs loads the page.
    if (arrival === 'opened' || !initialQuery) page.current?.querySelector('input')?.focus();
    return undefined;
  }, [arrival, initialQuery, key]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the links in it
    <div ref={page} className={styles.page} onKeyDown={moveByArrows}>
      <hgroup>
        <h1>Search</h1>
        <AsOf query={content} />
      </hgroup>
      <TypedSearch draftKey={draftKey} initialQuery={initialQuery} index={index}>
        {!content.data && (
          <EmptyState query={content} placeholder={<Skeleton lines={4} />} icon={<SearchIcon />}>
            <p>Search is not available at the moment.</p>
          </EmptyState>
        )}
      </TypedSearch>
    </div>
  );
}
