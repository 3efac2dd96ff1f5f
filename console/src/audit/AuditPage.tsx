import type { AuditEntry } from '@companion/contract/staff/auditLog';
import { auditSentence, changedFields } from '@companion/contract/staff/auditSentence';
import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { AuditIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SearchField } from '../page/SearchField.tsx';
import table from '../page/table.module.css';
import { exactTimeText } from '../page/timeText.ts';
import { useSearch } from '../page/useSearch.ts';
import styles from './AuditPage.module.css';

/** Who changed what, newest first. */
export function AuditPage() {
  const [{ q = '', before }, setSearch] = useSearch<'q' | 'before'>();
  const given = { search: q, before };
  const query = useStaffQuery('getAuditLog', given, { partOf: 'audit log' });
  return (
    <>
      <PageHead title="Audit log">What members of the staff, and the operator, have changed.</PageHead>
      <SearchField
        label="Search a member, what was done, or a trace id"
        value={q}
        onSearch={(text) => setSearch({ q: text, before: '' })}
      />
      <Loaded query={query}>
        {({ results, next }) => (
          <>
            {results.length === 0 ? (
              <Message icon={<AuditIcon />}>
                {next ? 'No matches here. Older changes may match.' : 'No matches.'}
              </Message>
            ) : (
              <Card>
                <table className={table.blocks}>
                  <caption className="visually-hidden">Changes, newest first</caption>
                  <thead>
                    <tr>
                      <th scope="col">When</th>
                      <th scope="col">Who did what</th>
                      <th scope="col">Trace id</th>
                    </tr>
                  </thead>
                  <tbody>{results.map(auditRow)}</tbody>
                </table>
              </Card>
            )}
            <div className={styles.pages}>
              {before && (
                <ActionButton variant="secondary" onPress={() => setSearch({ before: '' })}>
                  Newest
                </ActionButton>
              )}
              {next && (
                <ActionButton variant="secondary" onPress={() => setSearch({ before: next })}>
                  Older
                </ActionButton>
              )}
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

const auditRow = (entry: AuditEntry) => {
  const { id, at, member, traceId } = entry;
  const changed = changedFields(entry);
  // A member chooses the name: it may be that of another.
  const details = [member?.email, changed && `Changed: ${changed}`].filter(Boolean);
  return (
    <tr key={id}>
      <td className={styles.when}>{exactTimeText(at)}</td>
      <td>
        <p className="written">
          <b>{member ? member.name : 'The operator'}</b> {auditSentence(entry)}
        </p>
        <p className={`written ${styles.detail}`}>{details.join(' · ')}</p>
      </td>
      <td className={styles.trace}>{traceId ?? 'Command'}</td>
    </tr>
  );
};
