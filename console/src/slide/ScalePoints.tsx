import { SCALE_ENDS } from '@companion/contract/constants';
import type { PollResults } from '@companion/contract/live';
import { Face } from '@companion/web/ui/Face.tsx';
import type { CSSProperties } from 'react';
import { countText } from '../page/countText.ts';
import { shareText } from '../page/ShareBar.tsx';
import styles from './ScalePoints.module.css';

interface ScalePointsProps {
  type: 'range-face-5' | 'range-number-5';
  /** From the first to the last. */
  labels: string[];
  results: PollResults | null;
}

/** A scale from 1 to 5 in a row: faces with their labels, or numbers; above each its share, as a bar that grows. */
export function ScalePoints({ type, labels, results }: ScalePointsProps) {
  const most = Math.max(1, ...(results?.counts ?? []));
  return (
    <ol className={`${styles.scale} ${results ? styles.counted : ''}`}>
      {labels.map((label, index) => {
        const count = results?.counts[index] ?? 0;
        const isMost = count === most;
        return (
          <li
            key={label}
            className={`${styles.point} ${isMost ? styles.most : ''}`}
            style={{ '--place': index, '--share': count / most } as CSSProperties}
          >
            {results && (
              <span className={styles.column}>
                <span className={styles.figure}>
                  {shareText(count, results.n)}
                  <span className="visually-hidden">, {countText(count, 'answer')}</span>
                </span>
                {isMost && <span className={styles.mark}>Most chosen</span>}
                <span className={styles.bar} aria-hidden="true" />
              </span>
            )}
            {type === 'range-face-5' ? (
              <span className={styles.face}>
                <Face mood={index - 2} />
              </span>
            ) : (
              <span className={styles.number}>{label}</span>
            )}
            <span className={styles.label}>{type === 'range-face-5' ? label : SCALE_ENDS[index + 1]}</span>
          </li>
        );
      })}
    </ol>
  );
}
