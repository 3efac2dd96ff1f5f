import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './LoadingList.module.css';

/** The placeholder of a list of cards. */
export function LoadingList() {
  return (
    <div className={styles.list}>
      {[1, 2, 3, 4].map((card) => (
        <Card key={card}>
          <Skeleton lines={4} />
        </Card>
      ))}
    </div>
  );
}
