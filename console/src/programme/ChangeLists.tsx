import type { Programme, ProgrammeChange } from '@companion/contract/staff/programme';
import { useId, useMemo } from 'react';
import { Badge } from '../page/Badge.tsx';
import { ChangedValue } from './ChangedValue.tsx';
import styles from './ChangeLists.module.css';
import { type ChangedEntry, type ChangedList, groupChanges, kindsText } from './groupChanges.ts';
import { fieldName, listName, withNamesOf } from './programmeNames.ts';

interface ChangeListsProps {
  changes: readonly ProgrammeChange[];
  /** Names what the changes refer to. */
  programme: Programme;
}

/** With more changes than this, the lists are closed: their heads say how much changed where. */
const OPEN_MAX = 60;

/** The differences between two programmes, by list and entry. */
export function ChangeLists({ changes, programme }: ChangeListsProps) {
  const named = useMemo(() => withNamesOf(programme, changes), [programme, changes]);
  const lists = useMemo(() => groupChanges(changes, named), [changes, named]);
  return (
    <div className={styles.lists}>
      {lists.map((changed) => (
        <List key={changed.list} changed={changed} programme={named} isOpen={changes.length <= OPEN_MAX} />
      ))}
    </div>
  );
}

interface ListProps {
  changed: ChangedList;
  programme: Programme;
  isOpen: boolean;
}

function List({ changed: { list, entries }, programme, isOpen }: ListProps) {
  const id = useId();
  return (
    <details className={styles.list} open={isOpen}>
      <summary className={styles.head}>
        <h3 id={id} className={styles.title}>
          {listName(list)}
        </h3>
        <span className={styles.kinds}>{kindsText(entries)}</span>
      </summary>
      <ul className={styles.entries} aria-labelledby={id}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} programme={programme} />
        ))}
      </ul>
    </details>
  );
}

const KIND_NAMES = { added: 'Added', removed: 'Removed', moved: 'Moved', changed: undefined };

function Entry({ entry, programme }: { entry: ChangedEntry; programme: Programme }) {
  const kind = KIND_NAMES[entry.kind];
  const fields = entry.changes.flatMap((change) => (change.field === null ? [] : [{ ...change, field: change.field }]));
  return (
    <li className={styles.entry}>
      {(entry.label || kind) && (
        <p className={styles.name}>
          <b className="written">{entry.label}</b>
          {kind && <Badge tone={entry.kind === 'added' ? 'go' : 'plain'}>{kind}</Badge>}
        </p>
      )}
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map(({ field, from, to }) => (
            <div key={field} className={styles.field}>
              <dt>{fieldName(field)}</dt>
              <dd>
                <ChangedValue programme={programme} field={field} from={from} to={to} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}
