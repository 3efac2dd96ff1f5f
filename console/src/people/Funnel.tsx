import { Card } from '@companion/web/ui/Card.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import styles from './Funnel.module.css';
import { FunnelChart } from './FunnelChart.tsx';

/** As often as a node counts. */
const EVERY_MS = 10_000;

/** How far the people with a ticket have come. */
export function Funnel() {
  const funnel = useStaffQuery('getPeopleFunnel', {}, { everyMs: EVERY_MS }).data?.results;
  return (
    <Card as="section" aria-labelledby="funnel" className={styles.funnel}>
      <h2 id="funnel" className={styles.title}>
        People with a ticket
      </h2>
      <FunnelChart funnel={funnel} />
    </Card>
  );
}
