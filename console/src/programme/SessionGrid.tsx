import { Card } from '@companion/web/ui/Card.tsx';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import listStyles from '../page/list.module.css';
import { paths } from '../paths.ts';
import { clashText } from './Clashes.tsx';
import { clashesOf, findClashes } from './clashes.ts';
import { hoursBetween, lanesOf, shownEnd, shownHours } from './gridLayout.ts';
import styles from './SessionGrid.module.css';
import { SessionTile } from './SessionTile.tsx';
import { hourText, isPlaced, type PlacedSession, roomsOf, sessionsOf, spanText } from './schedule.ts';
import { useMoves, whereText } from './useMoves.ts';
import type { Draft } from './useProgramme.ts';

interface SessionGridProps {
  draft: Draft;
  day: number;
  /** A session is dragged over the tab of a day, or over none. */
  onOverDay(day: number | undefined): void;
}

/** One day: rooms side by side, the time from top to bottom. Sessions are moved by dragging, by keys and by buttons. */
export function SessionGrid({ draft, day, onOverDay }: SessionGridProps) {
  const { programme } = draft;
  const area = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const [selected, setSelected] = useState<string>();
  const moves = useMoves();
  const all = sessionsOf(programme).map((session) => (session.id === moves.held?.id ? moves.held : session));
  const placed = all.filter(isPlaced).filter((session) => session.day === day);
  const clashes = findClashes(all);
  // Their order stays while one of them is moved: the pressed element must not move in the page.
  const saved = sessionsOf(programme);
  const order = saved.map(({ id }) => id);
  const tiles = placed.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  // Neither a column nor an hour goes while the last session in it is moved.
  const savedHere = saved.filter(isPlaced).filter((session) => session.day === day);
  const rooms = columnsOf([...savedHere, ...placed]);
  const { from, until } = shownHours([...savedHere, ...placed]);
  const lanes = new Map(rooms.flatMap((room) => [...lanesOf(placed.filter((session) => session.room === room))]));
  const others = all.filter((session) => !isPlaced(session));
  const announce = moves.held && [
    whereText(moves.held),
    ...clashesOf(moves.held, all).map((clash) => clashText(clash, programme)),
  ];
  const sizes = { '--rooms': rooms.length, '--minutes': until - from } as CSSProperties; // React's type has no custom properties.
  return (
    <>
      <p id={helpId} className={styles.help}>
        Drag a session, or select it and press an arrow key: up and down by 5 minutes (with Shift 30), left and right to
        another room, Alt with up or down for its length. Esc takes the move back. It goes to another day by a drag onto
        that day’s tab, or selected.
      </p>
      <p role="status" className="visually-hidden">
        {announce?.join('. ')}
      </p>
      <div ref={area} className={styles.area} style={sizes} tabIndex={-1}>
        <div className={styles.rooms} aria-hidden="true">
          <span />
          {rooms.map((room) => (
            <span key={room} className={`written ${styles.room}`} data-room={room}>
              {room || 'No room'}
            </span>
          ))}
        </div>
        <div className={styles.day}>
          <div className={styles.hours} aria-hidden="true">
            {hoursBetween(from, until).map((hour) => (
              <span key={hour}>{hourText(hour)}</span>
            ))}
          </div>
          <ol className={styles.tiles} aria-label="Sessions by time">
            {tiles.map((session) => (
              <SessionTile
                key={session.id}
                {...{ draft, session, area, moves, helpId, rooms, onOverDay }}
                clashes={clashes.get(session.id) ?? []}
                column={rooms.indexOf(session.room)}
                offset={session.start - from}
                length={shownEnd(session) - session.start}
                lane={lanes.get(session.id) ?? { lane: 0, lanes: 1 }}
                allRooms={roomsOf(all)}
                isSelected={selected === session.id}
                onSelect={(isSelected) => setSelected(isSelected ? session.id : undefined)}
              />
            ))}
          </ol>
        </div>
      </div>
      {others.length > 0 && (
        <section aria-labelledby={`${helpId}-others`} className={styles.others}>
          <h2 id={`${helpId}-others`}>Not on the grid</h2>
          <Card as="ul" className={listStyles.list}>
            {others.map((session) => (
              <li key={session.id} className={listStyles.row}>
                <Link to={paths.session(session.id)} className="written">
                  {session.title}
                </Link>
                <span className={listStyles.detail}>{spanText(session)}</span>
              </li>
            ))}
          </Card>
        </section>
      )}
    </>
  );
}

/** The rooms of a day in the order of their first session; sessions without a room come last. */
function columnsOf(sessions: PlacedSession[]): string[] {
  const hasNone = sessions.some(({ room }) => room === '');
  return [...roomsOf(sessions), ...(hasNone || sessions.length === 0 ? [''] : [])];
}
