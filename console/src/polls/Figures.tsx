import { choicesOf, meanOf } from '@companion/contract/pollFigures';
import type { Poll, PollFigures } from '@companion/contract/staff/polls';
import { numberText } from '../page/countText.ts';
import { shareText } from '../page/ShareBar.tsx';
import styles from './Figures.module.css';
import { countsOf } from './pollTexts.ts';
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

/** The answers by organization type, of everyone and of confirmed accounts: the share of each choice among them. */
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
            <th scope="col">Counted</th>
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
        {rows.map(({ organizationType, results }) => (
          <tbody key={organizationType}>
            {countsOf(results).map(({ name, n, counts }, row, all) => (
              <tr key={name}>
                {row === 0 && (
                  <th scope="rowgroup" rowSpan={all.length} className="written">
                    {organizationType}
                  </th>
                )}
                <th scope="row">{name}</th>
                <td>{numberText(n)}</td>
                {choices.map((choice, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={`${choice} ${index}`}>{shareText(counts[index] ?? 0, n)}</td>
                ))}
                {hasMean && <td>{meanOf(poll, { counts })?.toFixed(1) ?? '-'}</td>}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
