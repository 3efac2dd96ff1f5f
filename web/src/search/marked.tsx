import type { ReactNode } from 'react';
import { markedParts } from './markedParts.ts';
import styles from './SearchResult.module.css';
import type { MatchedTerms } from './searchIndex.ts';

/** A text, with what matched highlighted. No component: a list has many, which a slow phone would render one by one. */
export const marked = (text: string, terms: MatchedTerms): ReactNode =>
  // The parts of one text never change their order.
  markedParts(text, terms).map(({ text: part, isMarked }, index) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <mark key={index} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
