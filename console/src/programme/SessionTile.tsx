import { AlertIcon } from '@companion/web/ui/icons.tsx';
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react';
import { isOverfull, SavesLine } from '../page/SavesLine.tsx';
import { clashText } from './Clashes.tsx';
import type { Clash } from './clashes.ts';
import { EntryBadges } from './EntryBadges.tsx';
import { findingsAt } from './findings.ts';
import type { Lane } from './gridLayout.ts';
import { MoveBar } from './MoveBar.tsx';
import styles from './SessionGrid.module.css';
import { useSessionSaves } from './SessionSaves.tsx';
import { clockText, type Move, moved, type PlacedSession, STEP, spanText, stepFrom } from './schedule.ts';
import { type DragPlace, useDrag } from './useDrag.ts';
import type { useMoves } from './useMoves.ts';
import type { Draft } from './useProgramme.ts';

interface SessionTileProps {
  draft: Draft;
  session: PlacedSession;
  clashes: Clash[];
  /** The rooms side by side, and the place of this session's. */
  rooms: string[];
  column: number;
  /** In minutes, from the top of the grid. */
  offset: number;
  /** In minutes, as it is drawn. */
  length: number;
  lane: Lane;
  /** What scrolls. */
  area: RefObject<HTMLDivElement | null>;
  moves: ReturnType<typeof useMoves>;
  /** The id of the text that explains the keys. */
  helpId: string;
  /** Of all days. */
  allRooms: string[];
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  /** A drag is over the tab of a day, or over none. */
  onOverDay(day: number | undefined): void;
}

/** A session on the grid. Selected, it has buttons for what keys and dragging do. */
export function SessionTile(props: SessionTileProps) {
  const { draft, session, clashes, rooms, column, offset, length, lane, area, moves, helpId } = props;
  const { allRooms, isSelected, onSelect, onOverDay } = props;
  const drag = useDrag();
  const saves = useSessionSaves({ draft, session });
  const hasProblem = findingsAt(draft, { list: 'agenda', id: session.id }).problems.length > 0;
  const hasAlert = clashes.length > 0 || hasProblem || (saves !== undefined && isOverfull(saves));
  const isHeld = moves.held?.id === session.id;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const move = keyMove(event, session, rooms);
    if (move) {
      // The arrows would scroll, and Alt with one goes back in some browsers.
      event.preventDefault();
      moves.press(session, move);
    } else if (event.key === 'Escape' && isHeld) moves.cancel();
  };
  const moveToDay = (day: number) => {
    moves.show(moved(session, { day }));
    moves.save();
    onSelect(false);
    // The session is gone from here, and the focus with it.
    area.current?.focus();
  };
  const beginDrag = (event: PointerEvent<HTMLElement>) => {
    const minutePx = event.currentTarget.getBoundingClientRect().height / length;
    drag(event, {
      area,
      onMove: ({ dy, clientX, clientY }) => {
        const day = dayAt({ clientX, clientY });
        onOverDay(day);
        // It is dropped on that day at its own time.
        if (day !== undefined) return moves.show(session);
        const earliest = session.start - offset;
        const start = Math.max(earliest, Math.round((session.start + dy / minutePx) / STEP) * STEP);
        moves.show(moved(session, { by: start - session.start, room: roomAt(area.current, clientX) ?? session.room }));
      },
      onDrop: (place) => {
        const day = dayAt(place);
        onOverDay(undefined);
        if (day === undefined) moves.save();
        else if (day === session.day) moves.cancel();
        else moveToDay(day);
      },
      onCancel: () => {
        onOverDay(undefined);
        moves.cancel();
      },
    });
  };
  const place = {
    gridColumn: column + 1,
    '--offset': offset,
    '--length': length,
    '--lane': lane.lane,
    '--lanes': lane.lanes,
  } as CSSProperties; // React's type has no custom properties.
  return (
    <li
      className={styles.place}
      style={place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isHeld && !currentTarget.contains(relatedTarget)) moves.save();
      }}
    >
      <button
        type="button"
        className={styles.tile}
        aria-pressed={isSelected}
        aria-describedby={helpId}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Alt+ArrowUp Alt+ArrowDown"
        data-held={isHeld || undefined}
        data-alert={hasAlert || undefined}
        onClick={() => onSelect(!isSelected)}
        onKeyDown={press}
        onPointerDown={beginDrag}
      >
        <span className={styles.time}>
          {hasAlert && <AlertIcon />}
          <span aria-hidden="true">{shortSpan(session, lane.lanes > 1)}</span>
          <span className="visually-hidden">
            {spanText(session)}, {session.room || 'no room'},{' '}
          </span>
        </span>
        <b className={`written ${styles.title}`}>{session.title}</b>
        {saves && <SavesLine {...saves} />}
        <EntryBadges draft={draft} list="agenda" id={session.id} />
        {clashes.map((clash) => (
          <span key={`${clash.with.id} ${clash.speaker ?? ''}`} className={`written ${styles.clash}`}>
            {clashText(clash, draft.programme)}
          </span>
        ))}
      </button>
      {isSelected && (
        <MoveBar
          {...{ draft, session, clashes, moves }}
          rooms={allRooms}
          onKeyDown={(event) => event.key === 'Escape' && onSelect(false)}
          onDay={moveToDay}
          onClose={() => onSelect(false)}
        />
      )}
    </li>
  );
}

/**
 * What fits into a tile: the hours beside the grid say which half of the day, unless it goes on into the next. Beside
 * another session only the start.
 */
const shortSpan = (session: PlacedSession, isNarrow: boolean): string =>
  isNarrow ? clockText(session.start).replace(/ .*/, '') : spanText(session).replace(/ [AP]M –(?!.*next day)/, ' –');

/** Half an hour: with Shift. */
const LONG_STEP = 30;

/** What an arrow key does to a session; undefined for other keys. */
function keyMove(event: KeyboardEvent, session: PlacedSession, rooms: string[]): Move | undefined {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return undefined;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const direction = key === 'ArrowDown' ? 1 : -1;
    if (altKey) return { longer: stepFrom(session.end, direction) };
    return { by: shiftKey ? direction * LONG_STEP : stepFrom(session.start, direction) };
  }
  if ((key === 'ArrowLeft' || key === 'ArrowRight') && !altKey) {
    const room = rooms[rooms.indexOf(session.room) + (key === 'ArrowRight' ? 1 : -1)];
    return room === undefined ? {} : { room };
  }
  return undefined;
}

/** The room whose column is at this place of the window. */
function roomAt(area: HTMLElement | null, clientX: number): string | undefined {
  const columns = [...(area?.querySelectorAll<HTMLElement>('[data-room]') ?? [])];
  return columns.find((column) => {
    const { left, right } = column.getBoundingClientRect();
    return clientX >= left && clientX < right;
  })?.dataset.room;
}

/** The day whose tab is at this place of the window. */
function dayAt({ clientX, clientY }: Pick<DragPlace, 'clientX' | 'clientY'>): number | undefined {
  const tab = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-day]');
  return tab ? Number(tab.dataset.day) : undefined;
}
