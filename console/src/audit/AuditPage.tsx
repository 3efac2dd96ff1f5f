import { Card } from '@companion/web/ui/Card.tsx';
import { Message } from '@companion/web/ui/Message.tsx';
import type { StaffAnswer } from '../api/staffRequest.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { AuditIcon } from '../page/icons.tsx';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import { SearchField } from '../page/SearchField.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { useSearch } from '../page/useSearch.ts';
import styles from './AuditPage.module.css';

type Entry = StaffAnswer<'getAuditLog'>['results'][number];

/** Who changed what, newest first. */
export function AuditPage() {
  const [{ q = '', before }, setSearch] = useSearch<'q' | 'before'>();
  const given = { search: q, before };
  const query = useStaffQuery('getAuditLog', given, { partOf: 'audit log' });
  return (
    <>
      <PageHead title="Audit log">What members of the staff, and the operator, have changed.</PageHead>
      <SearchField
        label="Search a member, an action, an id or a trace id"
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
                <table className={styles.table}>
                  <caption className="visually-hidden">Changes, newest first</caption>
                  <thead>
                    <tr>
                      <th scope="col">When</th>
                      <th scope="col">Who</th>
                      <th scope="col">What</th>
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

/** The name of a call or field as words: `changeMemberRole` is `change member role`. Commands have words already. */
const inWords = (name: string): string =>
  name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

const auditRow = ({ id, at, member, action, entity, entityId, fields, traceId }: Entry) => (
  <tr key={id}>
    <td className={styles.when}>{dateTimeText(at)}</td>
    <td className="written">
      {member ? member.name : 'Operator'}
      {/* A member chooses the name: it may be "Operator", or another member's. */}
      {member && <span className={styles.detail}>{member.email}</span>}
    </td>
    <td>
      <b>{capitalized(inWords(action))}</b>
      <span className={styles.detail}>
        {entity} {entityId}
        {fields.length > 0 && `: ${fields.map(inWords).join(', ')}`}
      </span>
    </td>
    <td className={styles.trace}>{traceId ?? 'Command'}</td>
  </tr>
);
