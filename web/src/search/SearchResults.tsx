import { useId, useLayoutEffect, useRef, useState } from 'react';
import { RowList } from '../page/RowLink.tsx';
import { Button } from '../ui/Button.tsx';
import { SearchResult } from './SearchResult.tsx';
import styles from './SearchScreen.module.css';
import type { SearchKind } from './searchDocuments.ts';
import type { Found, SearchResults as Results } from './searchIndex.ts';
import { KINDS, kindCount } from './searchKinds.ts';

interface SearchResultsProps {
  query: string;
  results: Results;
}

/** The results of each kind, the kind of the best result first. */
export function SearchResults({ query, results: { found, isPartial } }: SearchResultsProps) {
  const kinds = new Set(found.map(({ document }) => document.kind));
  return (
    <>
      {isPartial && <p className={styles.hint}>Nothing has all of these words. This has some of them:</p>}
      {[...kinds].map((kind) => (
        <ResultsOfKind
          key={kind}
          query={query}
          kind={kind}
          found={found.filter(({ document }) => document.kind === kind)}
          few={SHOWN[kinds.size] ?? 1}
        />
      ))}
    </>
  );
}

/** The best of each kind, by the number of kinds: every kind is on the first screens, and few rows show at once. */
const SHOWN = [5, 5, 3, 2, 2];

interface ResultsOfKindProps {
  query: string;
  kind: SearchKind;
  found: readonly Found[];
  /** How many are shown at first. */
  few: number;
}

function ResultsOfKind({ query, kind, found, few }: ResultsOfKindProps) {
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  // Of the query, not of what it finds: saving a session makes that anew.
  const [wholeQuery, setWholeQuery] = useState<string>();
  const isWhole = wholeQuery === query;
  // The button is gone: the focus goes to the first that it has added.
  useLayoutEffect(() => {
    if (isWhole) section.current?.querySelectorAll<HTMLElement>('li a')[few]?.focus();
  }, [isWhole, few]);
  const shown = isWhole ? found : found.slice(0, few);
  return (
    <section ref={section} aria-labelledby={heading} className={styles.kind}>
      <h2 id={heading} className={styles.head}>
        {KINDS[kind].many} <span className={styles.count}>{found.length}</span>
      </h2>
      <RowList>
        {shown.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a letter changes what rows show; new ones take a phone longer
          <li key={index}>
            <SearchResult found={each} from="Search" />
          </li>
        ))}
      </RowList>
      {shown.length < found.length && (
        <Button variant="secondary" onClick={() => setWholeQuery(query)}>
          Show all {kindCount(kind, found.length)}
        </Button>
      )}
    </section>
  );
}
