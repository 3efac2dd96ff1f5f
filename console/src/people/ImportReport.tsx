import { IMPORT_FILTERS, IMPORT_ROWS_PER_PAGE } from '@companion/contract/staff/peopleImport';
import { SelectField } from '@companion/web/ui/SelectField.tsx';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { StaffReadName } from '../api/staffApi.ts';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { readAgain } from '../api/store.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { CardSection } from '../page/CardSection.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import { countText, numberText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { Pager } from '../page/Pager.tsx';
import table from '../page/table.module.css';
import { usePagedSearch } from '../page/useSearch.ts';
import { paths } from '../paths.ts';
import styles from './ImportReport.module.css';

type Sample = NonNullable<StaffAnswer<'checkPeopleImport'>['results']['sample']>;
type Progress = StaffAnswer<'getPeopleImport'>['results'];

const EVERY_MS = 1000;
/** What an import changes. */
const CHANGED: StaffReadName[] = ['getPeople', 'getPeopleCounts', 'getPeopleFunnel', 'getInvitees'];
const OUTCOMES: Record<(typeof IMPORT_FILTERS)[number], string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  cancelled: 'Cancelled',
  rejected: 'Rejected',
  warning: 'With a warning',
};

interface ImportReportProps {
  importId: string;
  /** The first rows as they were read, of a file that was checked here. */
  sample: Sample;
  /** Imports the file that was checked; undefined once it is not at hand any more. */
  onImport: (() => void) | undefined;
  isBusy: boolean;
}

/** How far an import is, and what became of each row. */
export function ImportReport({ importId, sample, onImport, isBusy }: ImportReportProps) {
  const { values, filter, pages } = usePagedSearch<'filter'>();
  const shown = IMPORT_FILTERS.find((one) => one === values.filter);
  const [hasEnded, setEnded] = useState(false);
  const query = useStaffQuery(
    'getPeopleImport',
    { importId, filter: shown, page: String(pages.page) },
    { everyMs: hasEnded ? undefined : EVERY_MS, partOf: importId },
  );
  const state = query.data?.results.state;
  const isDryRun = query.data?.results.isDryRun;
  useEffect(() => {
    // Until then, what was read before shows there no one of the file.
    if (hasEnded && isDryRun === false) readAgain(CHANGED, 'restart');
  }, [hasEnded, isDryRun]);
  if (state !== undefined && hasEnded !== (state !== 'running')) setEnded(state !== 'running');
  return (
    <Loaded query={query}>
      {({ results }) => (
        <CardSection title={results.isDryRun ? 'What an import would do' : 'The import'} className={styles.report}>
          <Summary progress={results} />
          {sample.length > 0 && <SampleRows rows={sample} />}
          {results.state === 'running' && (
            <progress
              aria-label="Rows"
              value={results.done}
              max={Math.max(1, results.rows)}
              className={styles.progress}
            />
          )}
          {results.state === 'done' && results.isDryRun && onImport && (
            <ConfirmButton
              variant="primary"
              confirmVariant="primary"
              busy={isBusy}
              label="Import these attendees"
              action="Import"
              title={`Import ${countText(results.rows, 'row')}?`}
              onConfirm={async () => onImport()}
            >
              <p>They are not invited yet: you do that on People, once you have looked at them.</p>
            </ConfirmButton>
          )}
          {results.state === 'done' && !results.isDryRun && <Link to={paths.people}>Go to the people</Link>}
          {results.state !== 'running' && results.done > 0 && (
            <>
              <SelectField
                label="Rows"
                placeholder={`All (${numberText(results.done)})`}
                options={results.counts
                  .filter(({ rows }) => rows > 0)
                  .map(({ filter: one, rows }) => [one, `${OUTCOMES[one]} (${numberText(rows)})`] as const)}
                value={shown ?? ''}
                onChange={({ currentTarget }) => filter({ filter: currentTarget.value })}
              />
              <Rows rows={results.report} />
              <Pager {...pages} perPage={IMPORT_ROWS_PER_PAGE} total={results.reported} labels={['Previous', 'Next']} />
            </>
          )}
        </CardSection>
      )}
    </Loaded>
  );
}

function Summary({
  progress: { state, isDryRun, rows, done, counts, warnings, error, others },
}: {
  progress: Progress;
}) {
  const parts = counts
    .filter(({ rows: n }) => n > 0)
    .map(({ filter, rows: n }) => `${numberText(n)} ${OUTCOMES[filter].toLowerCase()}`);
  return (
    <>
      <p role="status">
        {state === 'running' && `${numberText(done)} of ${countText(rows, 'row')}`}
        {state === 'done' && `${countText(rows, 'row')}: ${parts.join(', ')}.`}
        {state === 'done' && isDryRun && ' Nothing was written.'}
      </p>
      <div role="alert">{error && <p>{error}</p>}</div>
      {warnings.map((warning) => (
        <p key={warning}>Warning: {warning}</p>
      ))}
      {state === 'done' && others > 0 && (
        <p className={styles.note}>
          {countText(others, 'other ticket')} on record are not in this file and stay as they are.
        </p>
      )}
    </>
  );
}

/** Whether the columns were understood shows at a glance. */
const SampleRows = ({ rows }: { rows: Sample }) => (
  <table className={table.blocks}>
    <caption className={styles.caption}>The first rows, as they were read</caption>
    <thead>
      <tr>
        <th scope="col">Row</th>
        <th scope="col">First name</th>
        <th scope="col">Last name</th>
        <th scope="col">E-mail</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ row, firstName, lastName, email }) => (
        <tr key={row}>
          <th scope="row" data-label="Row" className={table.short}>
            {row}
          </th>
          <td data-label="First name" className="written">
            {firstName}
          </td>
          <td data-label="Last name" className="written">
            {lastName}
          </td>
          <td data-label="E-mail" className="written">
            {email}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Rows = ({ rows }: { rows: Progress['report'] }) => (
  <table className={table.blocks}>
    <caption className="visually-hidden">What becomes of each row</caption>
    <thead>
      <tr>
        <th scope="col">Row</th>
        <th scope="col">Attendee #</th>
        <th scope="col">Result</th>
        <th scope="col">Details</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ row, attendee, outcome, detail, warnings }) => (
        <tr key={row}>
          <th scope="row" data-label="Row" className={table.short}>
            {row}
          </th>
          <td data-label={attendee && 'Attendee #'} className={table.short}>
            {attendee}
          </td>
          <td className={table.short}>{OUTCOMES[outcome]}</td>
          <td className="written">
            {[detail, ...warnings.map((warning) => `Warning: ${warning}`)].filter(Boolean).join('; ')}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
