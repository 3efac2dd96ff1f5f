import { markedParts } from './markedParts.ts';
import styles from './SearchResult.module.css';
import type { MatchedTerms } from './searchIndex.ts';

/** A text, with what matched highlighted. */
export const Marked = ({ text, terms }: { text: string; terms: MatchedTerms }) =>
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
