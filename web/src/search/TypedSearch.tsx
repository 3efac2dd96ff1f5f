import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { writeDraft } from '../session/drafts.ts';
import { Field } from '../ui/Field.tsx';
import { NothingFound } from './NothingFound.tsx';
import { ResultCount } from './ResultCount.tsx';
import { SearchResults } from './SearchResults.tsx';
import styles from './SearchScreen.module.css';
import type { SearchIndex } from './searchIndex.ts';

interface TypedSearchProps {
  /** Where the query is kept. */
  draftKey: string;
  initialQuery: string;
  index: SearchIndex | undefined;
  /** In place of results, while there is nothing to search. */
  children: ReactNode;
}

/** To keep it costs a slow phone some milliseconds, for which the results do not wait. */
const KEPT_AFTER_MS = 100;

/**
 * The field and what it finds, in the frame that shows the letter. A letter renders nothing else: the browser keeps
 * what is typed.
 */
export function TypedSearch({ draftKey, initialQuery, index, children }: TypedSearchProps) {
  const [query, setQuery] = useState(initialQuery);
  const field = useMemo(
    () => (
      <search>
        <form onSubmit={goToResults}>
          <Field
            label="Sessions, speakers, sponsors and rooms"
            type="search"
            name="query"
            defaultValue={initialQuery}
            onChange={({ target }) => setQuery(target.value)}
            // Who leaves at once finds it again.
            onBlur={({ target }) => writeDraft(draftKey, target.value)}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </form>
      </search>
    ),
    [draftKey, initialQuery],
  );
  useEffect(() => {
    const timer = setTimeout(writeDraft, KEPT_AFTER_MS, draftKey, query);
    return () => clearTimeout(timer);
  }, [draftKey, query]);
  const searched = query.trim();
  const results = useMemo(() => (searched ? index?.find(searched) : undefined), [index, searched]);
  return (
    <>
      {field}
      <ResultCount results={results} />
      {children}
      {!children && !searched && (
        <p className={styles.hint}>
          Type the beginning of a title, a name, a topic or a room. Search works without a network, and what you type
          stays on this phone.
        </p>
      )}
      {index && results?.found.length === 0 && <NothingFound query={searched} documents={index.documents} />}
      {results && <SearchResults draftKey={draftKey} query={searched} results={results} />}
    </>
  );
}

function goToResults(event: FormEvent<HTMLFormElement>): void {
  event.preventDefault();
  // This also closes the keyboard of a phone.
  event.currentTarget.closest('main')?.querySelector<HTMLElement>('li a')?.focus();
}
