import type { ImportOutcome, ImportResult } from '@companion/contract/staff/programmeImport';
import { useId } from 'react';
import { ActionButton } from '../page/ActionButton.tsx';
import { CardSection } from '../page/CardSection.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText } from '../page/countText.ts';
import styles from './ImportReport.module.css';

const PARTS: Record<string, string> = {
  sessions: 'Sessions',
  speakers: 'Speakers',
  sponsors: 'Sponsors',
  questions: 'Questions',
  pack: 'Event',
};
/** In this order; what needs a look is open. */
const GROUPS: [outcome: ImportOutcome, title: string, isOpen: boolean][] = [
  ['rejected', 'Rejected', true],
  ['warning', 'Worth a look', true],
  ['removed', 'Removed, because they are no longer there', true],
  ['changed', 'Changed', false],
  ['new', 'New', false],
  ['left out', 'Left out on purpose', false],
  ['kept', 'Kept', false],
];

interface ImportReportProps {
  result: ImportResult;
  isBusy: boolean;
  /** Looks at the other rows where some are rejected. */
  onSkip(): void;
  onImport(skipBad: boolean): void;
}

/** What an import would change, row by row, and the button that does it. */
export function ImportReport({ result, isBusy, onSkip, onImport }: ImportReportProps) {
  const { report, problem, digest, removal } = result;
  const rejected = report.totals.reduce((sum, { outcome, count }) => sum + (outcome === 'rejected' ? count : 0), 0);
  const isBlocked = rejected > 0 && digest === null && problem === null;
  const doImport = () => onImport(rejected > 0);
  return (
    <CardSection title="What it would change" className={styles.report}>
      <div role="status">
        {problem && <p className={styles.problem}>{problem}</p>}
        {!problem && !digest && !isBlocked && <p>Nothing: the draft has all of it already.</p>}
        {isBlocked && (
          <p className={styles.problem}>
            {countText(rejected, 'row')} cannot be imported. Correct {rejected === 1 ? 'it' : 'them'} at the source and
            look again, or leave {rejected === 1 ? 'it' : 'them'} out.
          </p>
        )}
      </div>
      <Totals totals={report.totals} />
      {GROUPS.map(([outcome, title, isOpen]) => (
        <Rows key={outcome} rows={report.rows.filter((row) => row.outcome === outcome)} title={title} isOpen={isOpen} />
      ))}
      {report.leftOut > 0 && <p>And {countText(report.leftOut, 'more row')}.</p>}
      <div className={styles.actions}>
        {isBlocked && (
          <ActionButton variant="secondary" busy={isBusy} onPress={onSkip}>
            Leave out the rejected rows
          </ActionButton>
        )}
        {digest && !removal && (
          <ActionButton busy={isBusy} onPress={doImport}>
            Import into the draft
          </ActionButton>
        )}
        {digest && removal && (
          <ConfirmButton
            variant="primary"
            label="Import into the draft"
            title="Is this the right schedule?"
            action="Import and remove them"
            onConfirm={async () => doImport()}
          >
            <p>{removal}</p>
          </ConfirmButton>
        )}
      </div>
    </CardSection>
  );
}

/** How many of each part are new, changed, unchanged and removed. */
function Totals({ totals }: Pick<ImportResult['report'], 'totals'>) {
  const parts = Map.groupBy(
    totals.filter(({ part }) => part !== 'pack'),
    ({ part }) => part,
  );
  return (
    <dl className={styles.counts}>
      {[...parts].map(([part, all]) => (
        <div key={part}>
          <dt>{PARTS[part] ?? part}</dt>
          <dd>{all.map(({ count, outcome }) => `${count} ${outcome}`).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RowsProps {
  rows: ImportResult['report']['rows'];
  title: string;
  isOpen: boolean;
}

function Rows({ rows, title, isOpen }: RowsProps) {
  const id = useId();
  if (rows.length === 0) return null;
  return (
    <details className={styles.rows} open={isOpen}>
      <summary id={id}>
        {title} ({rows.length})
      </summary>
      <ul aria-labelledby={id}>
        {rows.map(({ part, name, why }) => (
          <li key={`${part} ${name} ${why}`} className="written">
            {name}
            {why && <span className={styles.why}>: {why}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
