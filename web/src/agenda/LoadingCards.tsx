import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './DashboardPage.module.css';

/** The placeholder of the dashboard's two cards. */
export function LoadingCards() {
  return (
    <div className={styles.cards}>
      <Card>
        <Skeleton lines={11} />
      </Card>
      <Card>
        <Skeleton lines={8} />
      </Card>
    </div>
  );
}
