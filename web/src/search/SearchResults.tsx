import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { afterPaint } from '../page/afterPaint.ts';
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

/** The results of each kind, the kind of the best result first: on a wide screen beside the others. */
export function SearchResults({ query, results }: SearchResultsProps) {
  const before = usePainted(results);
  // The app does not shrink for a keyboard on the screen.
  const [room] = useState(roomOnScreen);
  const { found, isPartial } = results;
  const kinds = [...new Set(found.map(({ document }) => document.kind))];
  const columns = (room.isWide ? [kinds.slice(0, 1), kinds.slice(1)] : [kinds]).filter(({ length }) => length > 0);
  return (
    <>
      {isPartial && <p className={styles.hint}>Nothing has all of these words. This has some of them:</p>}
      <div className={styles.kinds}>
        {columns.map((column) => {
          // Every kind is on the first screens, and few rows show at once.
          const few = Math.ceil(room.rows / column.length);
          return (
            <div key={column === columns[0] ? 'first' : 'others'} className={styles.column}>
              {column.map((kind, index) => (
                <ResultsOfKind
                  key={kind}
                  query={query}
                  kind={kind}
                  found={ofKind(results, kind)}
                  before={before && ofKind(before, kind)}
                  few={few}
                  seen={SEEN_ROWS - index * few}
                />
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

const ofKind = ({ found }: Results, kind: SearchKind) => found.filter(({ document }) => document.kind === kind);

/** So many rows of a column the screen of a phone shows. */
const SEEN_ROWS = 4;

/** What is above the results, and the height of a row, in pixels. */
const ABOVE = 240;
const ROW = 112;
const MIN_ROWS = 5;

/** Whether there is room for two columns, and how many rows of a column are shown at first. */
const roomOnScreen = () => ({
  isWide: matchMedia('(width >= 1200px)').matches,
  rows: Math.max(MIN_ROWS, Math.floor((window.innerHeight - ABOVE) / ROW)),
});

/** The value that the browser has painted last, undefined at first. */
function usePainted<Value>(value: Value): Value | undefined {
  const [painted, setPainted] = useState<Value>();
  useEffect(() => afterPaint(() => setPainted(value)), [value]);
  return painted;
}

interface ResultsOfKindProps {
  query: string;
  kind: SearchKind;
  found: readonly Found[];
  /** What was found at the letter before, which the rows below the screen show until the others are painted. */
  before: readonly Found[] | undefined;
  /** How many are shown at first. */
  few: number;
  /** How many of them the screen shows. */
  seen: number;
}

function ResultsOfKind({ query, kind, found, before = [], few, seen }: ResultsOfKindProps) {
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
        {shown.map((each, index) => {
          const row = index < seen ? each : before[index];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter changes what rows show; new ones take a phone longer
            <li key={index}>{row && <SearchResult found={row} from="Search" />}</li>
          );
        })}
      </RowList>
      {shown.length < found.length && (
        <Button variant="secondary" onClick={() => setWholeQuery(query)}>
          Show all {kindCount(kind, found.length)}
        </Button>
      )}
    </section>
  );
}
