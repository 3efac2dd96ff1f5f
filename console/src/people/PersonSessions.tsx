import { useStaffMutation } from '../api/sendStaffCall.ts';
import { RowButton } from '../page/ActionButton.tsx';
import { ConfirmButton } from '../page/ConfirmDialog.tsx';
import listStyles from '../page/list.module.css';
import { dateTimeText } from '../page/timeText.ts';
import styles from './people.module.css';
import type { Person } from './personTexts.ts';

/** Where the person is signed in. */
export function PersonSessions({ person: { id: personId, sessions } }: { person: Person }) {
  const endOne = useStaffMutation('endPersonSession', ['getPerson']);
  const endAll = useStaffMutation('endPersonSessions', ['getPerson', 'getPeopleFunnel']);
  if (sessions.length === 0) return <p className={styles.note}>They are signed in nowhere.</p>;
  return (
    <>
      <ul className={styles.inside}>
        {sessions.map(({ id, openedAt, lastUsedAt, phoneProved }) => (
          <li key={id} className={listStyles.row}>
            <div className={listStyles.text}>
              <span>Last used {dateTimeText(lastUsedAt)}</span>
              <span className={listStyles.detail}>
                Signed in {dateTimeText(openedAt)},{' '}
                {phoneProved ? 'by a text to the phone' : 'without a proof of the phone'}
              </span>
            </div>
            <RowButton
              busy={endOne.isSending}
              aria-label={`End the session of ${dateTimeText(openedAt)}`}
              onPress={() => void endOne.send({ personId, sessionId: id }, 'The session has ended.')}
            >
              End
            </RowButton>
          </li>
        ))}
      </ul>
      <ConfirmButton
        size="small"
        action="End all sessions"
        title="Sign them out everywhere?"
        onConfirm={() => endAll.send({ personId }, 'They are signed out everywhere.')}
      >
        <p>Links that were sent before no longer sign in. They sign in again by phone.</p>
      </ConfirmButton>
    </>
  );
}
