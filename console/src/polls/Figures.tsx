import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { Poll, PollFigures } from '@companion/contract/staff/polls';
import { shareText } from '../page/ShareBar.tsx';
import styles from './Figures.module.css';
import { ResultsTable } from './ResultsTable.tsx';

/** Everything that is counted of a question, if it is shown to anyone. */
export function Figures({ poll, figures }: { poll: Poll; figures: PollFigures | null }) {
  if (!figures) return <p className={styles.none}>The results are shown to no one.</p>;
  return (
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
}

/** The answers by organization type: the share of each choice among those who answered. */
function OrganizationTypes({ poll, rows }: { poll: Poll; rows: PollFigures['byOrganizationType'] }) {
  const choices = choicesOf(poll);
  const hasMean = meanOf(poll, { counts: [1] }) !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
    <section className={styles.scroll} aria-label={`Answers by organization type: ${poll.question}`} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Organization type</th>
            <th scope="col">Answers</th>
            {choices.map((choice, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place of a choice is what identifies it
              <th key={index} scope="col" className="written">
                {choice}
              </th>
            ))}
            {hasMean && <th scope="col">Mean</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ organizationType, results }) => (
            <tr key={organizationType}>
              <th scope="row" className="written">
                {organizationType}
              </th>
              <td>{results.n}</td>
              {choices.map((choice, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <td key={`${choice} ${index}`}>{shareText(results.counts[index] ?? 0, results.n)}</td>
              ))}
              {hasMean && <td>{meanOf(poll, results)?.toFixed(1) ?? '-'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
