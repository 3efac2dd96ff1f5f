import type { ReactNode } from 'react';
import { markedParts } from './markedParts.ts';
import styles from './SearchResult.module.css';
import type { MatchedTerms } from './searchIndex.ts';

/** A text, with what matched highlighted. No component: a list has many, which a slow phone would render one by one. */
export function marked(text: string, terms: MatchedTerms): ReactNode {
  const parts = markedParts(text, terms);
  // React renders one text faster than a list.
  if (!parts.some(({ isMarked }) => isMarked)) return text;
  // The parts of one text never change their order.
  return parts.map(({ text: part, isMarked }, index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
