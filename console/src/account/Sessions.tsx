import { Card } from '@companion/web/ui/Card.tsx';
import { noticeDone } from '../api/notices.ts';
import { useStaffMutation } from '../api/useStaffMutation.ts';
import { useStaffQuery } from '../api/useStaffQuery.ts';
import { ActionButton } from '../page/ActionButton.tsx';
import { Badge } from '../page/Badge.tsx';
import { Loaded } from '../page/Loaded.tsx';
import listStyles from '../page/list.module.css';
import { dateTimeText } from '../page/timeText.ts';

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
            <Card as="ul" className={listStyles.list}>
              {results.map((session) => (
                <li key={session.id} className={listStyles.row}>
                  <div className={listStyles.text}>
                    <span className="written">{session.userAgent || 'A browser'}</span>
                    <span className={listStyles.detail}>
                      Since {dateTimeText(session.createdAt)}, last used {dateTimeText(session.lastUsedAt)}
                    </span>
                  </div>
                  {session.isCurrent ? (
                    <Badge tone="go">This browser</Badge>
                  ) : (
                    <ActionButton
                      variant="secondary"
                      size="small"
                      aria-label={`Sign out ${session.userAgent}`}
                      onPress={() => void end.send({ params: { sessionId: session.id } })}
                    >
                      Sign out
                    </ActionButton>
                  )}
                </li>
              ))}
            </Card>
            <ActionButton
              variant="secondary"
              busy={endOthers.isSending}
              unavailable={results.length < 2 ? 'You are signed in only here.' : undefined}
              onPress={() =>
                void endOthers.send({}).then((answer) => answer && noticeDone('You are signed out everywhere else.'))
              }
            >
              Sign out everywhere else
            </ActionButton>
          </>
        )}
      </Loaded>
    </section>
  );
}
