import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '../page/afterPaint.ts';
import { RowList } from '../page/RowLink.tsx';
import { readDraft, writeDraft } from '../session/drafts.ts';
import { Button } from '../ui/Button.tsx';
import { SearchResult } from './SearchResult.tsx';
import styles from './SearchScreen.module.css';
import type { SearchKind } from './searchDocuments.ts';
import type { Found, SearchResults as Results } from './searchIndex.ts';
import { KINDS, kindCount } from './searchKinds.ts';

interface SearchResultsProps {
  /** Where the query is kept. */
  draftKey: string;
  query: string;
  results: Results;
}

/** The results of each kind, the kind of the best result first: on a wide screen beside the others. */
export function SearchResults({ draftKey, query, results }: SearchResultsProps) {
  // The app does not shrink for a keyboard on the screen.
  const [room] = useState(roomOnScreen);
  const { found, isPartial } = results;
  const painted = usePainted(results);
  const kinds = [...new Set(found.map(({ document }) => document.kind))];
  const columns = (room.isWide ? [kinds.slice(0, 1), kinds.slice(1)] : [kinds]).filter(({ length }) => length > 0);
  return (
    <>
      {isPartial && <p className={styles.hint}>Nothing has all of these words. This has some of them:</p>}
      <div className={styles.kinds}>
        {columns.map((column) => {
          // Every kind is on the first screens, and few rows show at once.
          const few = Math.ceil(room.rows / column.length);
          let above = 0;
          return (
            <div key={column === columns[0] ? 'first' : 'others'}>
              {column.map((kind) => {
                const current = ofKind(results, kind);
                // The headings take up the room of a row. A slow phone shows a letter sooner without what is below the screen.
                const isBelowScreen = above >= room.rows - 1;
                above += Math.min(few, current.length);
                return (
                  <ResultsOfKind
                    key={kind}
                    wholeKey={`${draftKey}:${kind}`}
                    query={query}
                    kind={kind}
                    found={isBelowScreen ? ofKind(painted, kind) : current}
                    few={few}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
    </>
  );
}

/** The results that the browser has painted last, undefined at first. */
function usePainted(results: Results): Results | undefined {
  const [painted, setPainted] = useState<Results>();
  useEffect(() => afterPaint(() => setPainted(results)), [results]);
  return painted;
}

const ofKind = (results: Results | undefined, kind: SearchKind): Found[] =>
  results?.found.filter(({ document }) => document.kind === kind) ?? [];

/** What is above the results, and the height of a row, in pixels. */
const ABOVE = 240;
const ROW = 112;
const MIN_ROWS = 5;

/** Whether there is room for two columns, and how many rows of a column are shown at first. */
const roomOnScreen = () => ({
  isWide: matchMedia('(width >= 1200px)').matches,
  rows: Math.max(MIN_ROWS, Math.floor((window.innerHeight - ABOVE) / ROW)),
});

interface ResultsOfKindProps {
  /** Where the query is kept of which all results are shown. */
  wholeKey: string;
  query: string;
  kind: SearchKind;
  found: readonly Found[];
  /** How many are shown at first. */
  few: number;
}

function ResultsOfKind({ wholeKey, query, kind, found, few }: ResultsOfKindProps) {
  const heading = useId();
  const section = useRef<HTMLElement>(null);
  // Of the query, not of what it finds: saving a session makes that anew. Who comes back finds all of them again.
  const [wholeQuery, setWholeQuery] = useState(() => readDraft(wholeKey));
  const isWhole = wholeQuery === query;
  const isPressed = useRef(false);
  const showAll = () => {
    isPressed.current = true;
    setWholeQuery(query);
    writeDraft(wholeKey, query);
  };
  // The button is gone: the focus goes to the first that it has added.
  useLayoutEffect(() => {
    if (isWhole && isPressed.current) section.current?.querySelectorAll<HTMLElement>('li a')[few]?.focus();
    isPressed.current = false;
  }, [isWhole, few]);
  const shown = isWhole ? found : found.slice(0, few);
  if (shown.length === 0) return null;
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
        <Button variant="secondary" onClick={showAll}>
          Show all {kindCount(kind, found.length)}
        </Button>
      )}
    </section>
  );
}
