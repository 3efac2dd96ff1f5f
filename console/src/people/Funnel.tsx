import { useStaffQuery } from '../api/useStaffQuery.ts';
import { CardSection } from '../page/CardSection.tsx';
import { FunnelChart } from './FunnelChart.tsx';
import styles from './people.module.css';

/** As often as a node counts. */
const EVERY_MS = 10_000;

/** How far the people with a ticket have come. */
export function Funnel() {
  const funnel = useStaffQuery('getPeopleFunnel', {}, { everyMs: EVERY_MS }).data?.results;
  return (
    <CardSection title="People with a ticket" className={styles.funnel}>
      <FunnelChart funnel={funnel} />
    </CardSection>
  );
}
