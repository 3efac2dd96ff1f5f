import { useEffect, useState } from 'react';
import type { SearchResults } from './searchIndex.ts';

/** Says how many results there are once nothing was typed for so long. */
const QUIET_MS = 700;

/** The number of results for screen readers. Others see the number of each kind. */
export function ResultCount({ results }: { results: SearchResults | undefined }) {
  const [said, setSaid] = useState('');
  const text = results ? countText(results.found.length) : '';
  useEffect(() => {
    const timer = setTimeout(setSaid, QUIET_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p role="status" className="visually-hidden">
      {said}
    </p>
  );
}

const countText = (count: number) => (count === 0 ? 'Nothing found' : count === 1 ? '1 result' : `${count} results`);
