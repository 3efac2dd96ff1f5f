import type { ProgrammeFinding } from '@companion/contract/staff/programme';
import { Link } from 'react-router';
import { countText } from '../page/countText.ts';
import styles from './Findings.module.css';
import { findingPath } from './findingPath.ts';
import { messageText } from './findings.ts';
import { isList } from './programmeEdits.ts';
import { fieldName, listName, placeName } from './programmeNames.ts';
import type { Draft } from './useProgramme.ts';

/** What prevents the draft from being published, and what is odd, each with a link to where it is corrected. */
export function Findings({ draft }: { draft: Draft }) {
  const { problems, warnings } = draft;
  return (
    <>
      {problems.length > 0 && (
        <section aria-labelledby="problems" className={styles.problems}>
          <h2 id="problems">{countText(problems.length, 'problem')} to correct before you publish</h2>
          <List draft={draft} findings={problems} />
        </section>
      )}
      {warnings.length > 0 && (
        <details className={styles.warnings}>
          <summary>{countText(warnings.length, 'warning')}, with which you can publish</summary>
          <List draft={draft} findings={warnings} />
        </details>
      )}
    </>
  );
}

const List = ({ draft, findings }: { draft: Draft; findings: ProgrammeFinding[] }) => (
  <ul className={styles.list}>
    {findings.map((finding) => (
      <li key={JSON.stringify(finding)}>
        <Link to={findingPath(finding)} className="written">
          {placeText(draft, finding)}
        </Link>
        : {messageText(finding.field, finding.text)}
      </li>
    ))}
  </ul>
);

/** The entry, or the screen, with the field. */
function placeText({ programme }: Draft, { list, id, field }: ProgrammeFinding): string {
  const place = isList(list) && id !== null ? placeName(programme, { list, id }) : listName(list);
  return field === null ? place : `${place}, ${fieldName(field).toLowerCase()}`;
}
