import type { Funnel } from '@companion/contract/staff/people';
import { BarTable } from '../page/BarTable.tsx';
import { countText, numberText } from '../page/countText.ts';
import styles from './people.module.css';

const STEPS = [
  ['imported', 'Imported'],
  ['invited', 'Invited'],
  ['activated', 'Activated'],
  ['signedIn', 'Signed in'],
] as const;

/** How far the people with a ticket have come: a bar for each step, with its figures. */
export const FunnelChart = ({ funnel }: { funnel: Funnel }) => (
  <>
    {funnel.imported === 0 ? (
      <p>No one was imported yet.</p>
    ) : (
      <BarTable
        caption="How far the people with a ticket have come"
        rowName="Step"
        rows={STEPS.map(([, name]) => name)}
        columns={[{ name: 'People', n: funnel.imported, counts: STEPS.map(([field]) => funnel[field]) }]}
      />
    )}
    <p className={styles.note}>
      Without a ticket: {countText(funnel.others, 'registration')}, {numberText(funnel.othersSignedIn)} signed in.
    </p>
  </>
);
