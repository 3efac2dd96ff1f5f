import { useStaffQuery } from '../api/useStaffQuery.ts';
import { CardSection } from '../page/CardSection.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { FunnelChart } from './FunnelChart.tsx';
import styles from './people.module.css';

/** As often as a node counts. */
const EVERY_MS = 10_000;

/** How far the people with a ticket have come. */
export function Funnel() {
  const query = useStaffQuery('getPeopleFunnel', {}, { everyMs: EVERY_MS });
  return (
    <CardSection title="People with a ticket" className={styles.funnel}>
      <Loaded query={query} lines={3}>
        {({ results }) => <FunnelChart funnel={results} />}
      </Loaded>
    </CardSection>
  );
}
