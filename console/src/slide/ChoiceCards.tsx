import type { PollResults } from '@companion/contract/live';
import type { CSSProperties } from 'react';
import { countText } from '../page/countText.ts';
import { shareText } from '../page/ShareBar.tsx';
import styles from './ChoiceCards.module.css';

interface ChoiceCardsProps {
  choices: string[];
  isNumbered: boolean;
  results: PollResults | null;
}

/** More stand in two columns. */
const ONE_COLUMN = 6;

/** A card for each choice, which fills from the left with its share. */
export function ChoiceCards({ choices, isNumbered, results }: ChoiceCardsProps) {
  const most = Math.max(1, ...(results?.counts ?? []));
  return (
    <ol className={`${styles.cards} ${choices.length > ONE_COLUMN ? styles.columns : ''}`}>
      {choices.map((choice, index) => {
        const count = results?.counts[index] ?? 0;
        const isMost = count === most;
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a choice is what identifies it
            key={index}
            className={`${styles.card} ${isMost ? styles.most : ''}`}
            style={{ '--place': index } as CSSProperties}
          >
            {results && <Fill count={count} of={results.n} />}
            {isNumbered && <span className={styles.number}>{index + 1}</span>}
            <span className={`written ${styles.label}`}>{choice}</span>
            {results && (
              <span className={styles.figure}>
                {shareText(count, results.n)}
                <span className="visually-hidden">, {countText(count, 'answer')}</span>
                {isMost && <span className={styles.mark}>Most chosen</span>}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const Fill = ({ count, of }: { count: number; of: number }) => (
  <span className={styles.fill} style={{ width: `${of === 0 ? 0 : (count / of) * 100}%` }} aria-hidden="true" />
);
