import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './LoadingCards.module.css';

/** The placeholder of cards with this many lines each. */
export const LoadingCards = ({ lines, className = '' }: { lines: number[]; className?: string | undefined }) => (
  <div className={`${styles.cards} ${className}`}>
    {[...lines.entries()].map(([card, count]) => (
      <Card key={card}>
        <Skeleton lines={count} />
      </Card>
    ))}
  </div>
);

/** In a list. */
export const LIST = [4, 4, 4, 4];
/** The dashboard's two. */
export const NOW_AND_NEXT = [11, 8];
