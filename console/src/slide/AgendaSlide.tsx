import type { ComingSession } from '@companion/contract/staff/betweenPolls';
import type { Stage } from '@companion/contract/staff/stage';
import { nextTimeText, timeText } from '../page/timeText.ts';
import styles from './BetweenSlide.module.css';
import { JoinFrame } from './JoinFrame.tsx';
import { useFit } from './useFit.ts';

/** Of what is on. Whoever wants to know the rest has the app. */
const MAX_ON = 3;

/** What is on now, and what comes next: as many rows as fit whole. */
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
  const fitted = useFit<HTMLDivElement>(fitRows, JSON.stringify([shown, next]));
  return (
    <JoinFrame eventName={eventName} joinUrl={joinUrl}>
      <div ref={fitted} className={styles.agenda}>
        <h1 className="visually-hidden">{eventName}</h1>
        <Sessions title="Now" sessions={shown} whenOf={({ endDate }) => `until ${timeText(endDate)}`} isLarge />
        {on.length > MAX_ON && <p className={styles.more}>and {on.length - MAX_ON} more in the app</p>}
        <Sessions title="Next" sessions={next} whenOf={({ startDate }) => nextTimeText(startDate)} />
      </div>
    </JoinFrame>
  );
}

/** Hides the rows that would be cut, and a title without rows. */
function fitRows(agenda: HTMLElement): void {
  const rows = [...agenda.querySelectorAll('li')];
  const sections = [...agenda.querySelectorAll('section')];
  for (const part of [...rows, ...sections]) part.hidden = false;
  const { bottom } = agenda.getBoundingClientRect();
  const end = rows.findIndex((row) => row.getBoundingClientRect().bottom > bottom);
  for (const row of end < 0 ? [] : rows.slice(end)) row.hidden = true;
  for (const section of sections) section.hidden = !section.querySelector('li:not([hidden])');
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
