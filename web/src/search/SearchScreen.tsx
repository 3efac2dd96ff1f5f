import { type ChangeEvent, type FormEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { AsOf } from '../page/AsOf.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { useArrival } from '../page/useArrival.ts';
import { useContent } from '../page/useLists.ts';
import { Field } from '../ui/Field.tsx';
import { focusHeading } from '../ui/focusHeading.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { moveByArrows } from './moveByArrows.ts';
import { NothingFound } from './NothingFound.tsx';
import { ResultCount } from './ResultCount.tsx';
import { SearchResults } from './SearchResults.tsx';
import styles from './SearchScreen.module.css';
import { keepQuery } from './searchHash.ts';
import { useSearchIndex } from './useSearchIndex.ts';

/** The field, and what is found at each letter. */
export function SearchScreen({ initialQuery }: { initialQuery: string }) {
  const content = useContent();
  const index = useSearchIndex(content.data);
  const [query, setQuery] = useState(initialQuery);
  // A letter shows before its results.
  const searched = useDeferredValue(query).trim();
  const results = useMemo(() => (searched ? index?.find(searched) : undefined), [index, searched]);
  const page = useRef<HTMLDivElement>(null);
  const arrival = useArrival();
  useEffect(() => {
    // No keyboard covers the results to which the attendee returns.
    if (arrival === 'returned') focusHeading();
    // A tap on the link to the search before the app runs loads the page.
    else if (arrival === 'opened' || !initialQuery) page.current?.querySelector('input')?.focus();
  }, [arrival, initialQuery]);

  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setQuery(target.value);
    keepQuery(target.value);
  };
  const goToResults = (event: FormEvent) => {
    event.preventDefault();
    // This also closes the keyboard of a phone.
    page.current?.querySelector<HTMLElement>('li a')?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the links in it
    <div ref={page} className={styles.page} onKeyDown={moveByArrows}>
      <hgroup>
        <h1>Search</h1>
        <AsOf query={content} />
      </hgroup>
      <search>
        <form onSubmit={goToResults}>
          <Field
            label="Sessions, speakers, sponsors and rooms"
            type="search"
            name="query"
            value={query}
            onChange={type}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </form>
      </search>
      <ResultCount results={results} />
      {!content.data && (
        <EmptyState query={content} placeholder={<Skeleton lines={4} />} icon={<SearchIcon />}>
          <p>Search is not available at the moment.</p>
        </EmptyState>
      )}
      {content.data && !searched && (
        <p className={styles.hint}>
          Type the beginning of a title, a name, a topic or a room. Search works without a network, and what you type
          stays on this phone.
        </p>
      )}
      {index && results?.found.length === 0 && <NothingFound query={searched} documents={index.documents} />}
      {results && <SearchResults query={searched} results={results} />}
    </div>
  );
}
