import { useStaffMutation } from '../api/sendStaffCall.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton, RowButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { ShortList } from '../page/ShortList.tsx';
import { dateTimeText } from '../page/timeText.ts';
import { browserName } from './browserName.ts';

/** Where the member is signed in. */
export function Sessions() {
  const query = useStaffQuery('getStaffSessions', {});
  const end = useStaffMutation('endStaffSession', ['getStaffSessions']);
  const endOthers = useStaffMutation('endOtherStaffSessions', ['getStaffSessions']);
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <Loaded query={query} lines={3}>
        {({ results }) => (
          <>
            <ShortList
              items={results}
              name="sessions"
              label="Search the sessions"
              textOf={({ userAgent }) => browserName(userAgent)}
            >
              {(session) => (
                <li key={session.id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <b>{browserName(session.userAgent)}</b>
                    <span className={listStyles.detail}>
                      Since {dateTimeText(session.createdAt)}, last used {dateTimeText(session.lastUsedAt)}
                    </span>
                  </div>
                  {session.isCurrent ? (
                    <Badge tone="go">This browser</Badge>
                  ) : (
                    <RowButton
                      aria-label={`Sign out ${browserName(session.userAgent)}, since ${dateTimeText(session.createdAt)}`}
                      onPress={() =>
                        void end.send({ sessionId: session.id }, `${browserName(session.userAgent)} is signed out.`)
                      }
                    >
                      Sign out
                    </RowButton>
                  )}
                </li>
              )}
            </ShortList>
            <ActionButton
              variant="secondary"
              busy={endOthers.isSending}
              unavailable={results.length < 2 ? 'You are signed in only here.' : undefined}
              onPress={() => void endOthers.send({}, 'You are signed out everywhere else.')}
            >
              Sign out everywhere else
            </ActionButton>
          </>
        )}
      </Loaded>
    </section>
  );
}
