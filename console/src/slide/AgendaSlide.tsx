import type { ComingSession } from '@companion/contract/staff/betweenPolls';
import type { Stage } from '@companion/contract/staff/stage';
import { nextTimeText, timeText } from '../page/timeText.ts';
import styles from './BetweenSlide.module.css';
import { JoinAside } from './EventSlide.tsx';

/** As many as a slide has room for whole. */
const MAX_ON = 3;
const MAX_ROWS = 4;

/** What is on now, and what comes next. */
export function AgendaSlide({
  stage: { eventName, joinUrl },
  on,
  next,
}: {
  stage: Stage;
  on: ComingSession[];
  next: ComingSession[];
}) {
  const shown = on.slice(0, MAX_ON);
  return (
    <div className={styles.slide}>
      <div className={styles.agenda}>
        <h1 className={`written ${styles.name}`}>{eventName}</h1>
        <Sessions title="Now" sessions={shown} whenOf={({ endDate }) => `until ${timeText(endDate)}`} isLarge />
        {on.length > MAX_ON && <p className={styles.more}>and {on.length - MAX_ON} more in the app</p>}
        <Sessions
          title="Next"
          sessions={next.slice(0, MAX_ROWS - shown.length)}
          whenOf={({ startDate }) => nextTimeText(startDate)}
        />
      </div>
      <JoinAside joinUrl={joinUrl} />
    </div>
  );
}

function Sessions({
  title,
  sessions,
  whenOf,
  isLarge = false,
}: {
  title: string;
  sessions: ComingSession[];
  whenOf(session: ComingSession): string;
  isLarge?: boolean;
}) {
  if (sessions.length === 0) return null;
  return (
    <section className={isLarge && sessions.length === 1 ? styles.large : undefined}>
      <h2 className={styles.when}>{title}</h2>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} className={styles.session}>
            <p className={`written ${styles.title}`}>{session.title}</p>
            <p className={`written ${styles.detail}`}>
              {[whenOf(session), session.room, session.speakers.join(', ')].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
