import { Card } from '@companion/web/ui/Card.tsx';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { numberText } from '../page/countText.ts';
import { Loaded } from '../page/Loaded.tsx';
import { PageHead } from '../page/PageHead.tsx';
import table from '../page/table.module.css';
import { dateTimeText } from '../page/timeText.ts';
import styles from './ServerPage.module.css';

/** As often as a node counts. */
const EVERY_MS = 10_000;
const KIND_NAMES = { sms: 'Text messages', mail: 'E-mail' };

/** What the operator looks after: what could not be sent, and the backups; each with what to do. */
export function ServerPage() {
  const query = useStaffQuery('getServerState', {}, { everyMs: EVERY_MS });
  return (
    <>
      <PageHead title="Messages and backups">What the operator of the server looks after.</PageHead>
      <Loaded query={query}>
        {({ results: { failedMessages, lastBackupAt, isBackupOld } }) => (
          <div className={styles.parts}>
            <Card as="section" aria-labelledby="messages">
              <h2 id="messages">Messages that failed in the last day</h2>
              {failedMessages.length === 0 ? (
                <p>None.</p>
              ) : (
                <>
                  <table className={table.blocks}>
                    <thead>
                      <tr>
                        <th scope="col">Kind</th>
                        <th scope="col">Reason</th>
                        <th scope="col">Messages</th>
                        <th scope="col">Last</th>
                      </tr>
                    </thead>
                    <tbody>
                      {failedMessages.map(({ kind, reason, messages, lastAt }) => (
                        <tr key={`${kind} ${reason}`}>
                          <th scope="row">{KIND_NAMES[kind]}</th>
                          <td className="written">{reason}</td>
                          <td>{numberText(messages)}</td>
                          <td>{dateTimeText(lastAt)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                  <p className={styles.todo}>
                    A reason that names a setting is the operator’s to correct; waiting messages then follow by
                    themselves. Numbers and addresses that are refused stay refused: these people sign in with another
                    one, or at the help desk. Invitations are repeated by <code>npm run event -- invite --failed</code>.
                  </p>
                </>
              )}
            </Card>
            <Card as="section" aria-labelledby="backups">
              <h2 id="backups">Backups</h2>
              <p>
                {lastBackupAt ? `The newest backup is of ${dateTimeText(lastBackupAt)}.` : 'There is no backup yet.'}
                {lastBackupAt && isBackupOld && ' Another one is due.'}
              </p>
              <p className={styles.todo}>
                The operator makes one, while the server runs, by <code>npm run event -- backup FILE</code>, best every
                ten minutes during the event. Copies made in another way are not seen here.
              </p>
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}
