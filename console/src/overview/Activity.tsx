import type { ActivityHour } from '@companion/contract/staff/overview';
import { Card } from '@companion/web/ui/Card.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { timeText } from '../page/timeText.ts';
import styles from './Activity.module.css';
import { ActivityTable, SERIES } from './ActivityTable.tsx';
import { HourBars } from './HourBars.tsx';

/** As often as a node counts. */
const EVERY_MS = 60_000;
/** What came in over the day, without dismissed accounts: a chart of each kind, and all figures in a table. */
export function Activity() {
  const hours = useStaffQuery('getActivity', {}, { everyMs: EVERY_MS }).data?.results.hours ?? [];
  // The place stays free until they are there.
  return (
    <Card as="section" aria-labelledby="activity" className={styles.activity}>
      <h2 id="activity" className={styles.title}>
        Today, hour by hour
      </h2>
      <div className={styles.charts}>
        {SERIES.map(([field, name]) => (
          <HourBars key={field} name={name} hours={hours.map((hour) => ({ at: hour.at, count: hour[field] }))} />
        ))}
      </div>
      <details className={styles.figures}>
        <summary>All figures as a table</summary>
        <HourTable hours={hours} />
      </details>
    </Card>
  );
}

function HourTable({ hours }: { hours: ActivityHour[] }) {
  const busy = hours.filter((hour) => SERIES.some(([field]) => hour[field] > 0));
  if (busy.length === 0) return <p>Nothing came in today.</p>;
  return (
    <>
      <ActivityTable
        label="What came in today, hour by hour"
        rowName="Hour from"
        rows={busy.map((hour) => ({ id: hour.at, name: timeText(hour.at), counts: hour }))}
      />
      <p className={styles.note}>Hours without anything are left out. The event’s time.</p>
    </>
  );
}
