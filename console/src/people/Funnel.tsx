import { useStaffQuery } from '../api/useStaffQuery.ts';
import { BarTable } from '../page/BarTable.tsx';
import { CardSection } from '../page/CardSection.tsx';
import { countText, numberText } from '../page/countText.ts';
import styles from './people.module.css';

/** As often as a node counts. */
const EVERY_MS = 10_000;
const STEPS = [
  ['imported', 'Imported'],
  ['invited', 'Invited'],
  ['activated', 'Activated'],
  ['signedIn', 'Signed in'],
] as const;

/** How far the people with a ticket have come: a bar for each step, with its figures. */
export function Funnel() {
  const funnel = useStaffQuery('getPeopleFunnel', {}, { everyMs: EVERY_MS }).data?.results;
  return (
    <CardSection title="People with a ticket" className={styles.funnel}>
      <BarTable
        caption="How far the people with a ticket have come"
        rowName="Step"
        rows={STEPS.map(([, name]) => name)}
        columns={[{ name: 'People', n: funnel?.imported ?? 0, counts: STEPS.map(([field]) => funnel?.[field] ?? 0) }]}
      />
      <p className={styles.note}>
        Without a ticket: {countText(funnel?.others ?? 0, 'registration')}, {numberText(funnel?.othersSignedIn ?? 0)}{' '}
        signed in.
      </p>
    </CardSection>
  );
}
