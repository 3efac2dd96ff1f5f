import type { Poll, PollFigures } from '@companion/contract/staff/polls';
import styles from './Figures.module.css';
import { OrganizationTypes } from './OrganizationTypes.tsx';
import { ResultsTable } from './ResultsTable.tsx';

/** Everything that is counted of a question. */
export const Figures = ({ poll, figures }: { poll: Poll; figures: PollFigures }) => (
  <div className={styles.figures}>
    <ResultsTable poll={poll} results={figures.total} late={figures.late} />
    {figures.byOrganizationType.length === 0 ? (
      <p>There are no answers yet.</p>
    ) : (
      <>
        <h3>By organization type</h3>
        <OrganizationTypes poll={poll} rows={figures.byOrganizationType} />
      </>
    )}
  </div>
);
