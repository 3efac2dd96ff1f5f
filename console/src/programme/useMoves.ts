import type { ProgrammeEntry } from '@companion/contract/staff/programme';
import { useEffect, useRef, useState } from 'react';
import { shownAnswer } from '../api/store.ts';
import { tryToEdit } from './editProgramme.tsx';
import { setEdits, textOf } from './programmeEdits.ts';
import { clockText, dayName, type Move, moved, type PlacedSession, sessionOf, timeOf } from './schedule.ts';
import { categoryOn } from './sessionCategories.ts';

/** Keys that are pressed in a row are one change, with one undo. */
const PAUSE_MS = 1500;

/**
 * Moves sessions on the grid: a move shows at once, and is saved after a pause, when the session is left, or at the end of
 * a drag.
 */
export function useMoves() {
  /** Where the session is shown that is being moved. */
  const [held, setHeld] = useState<PlacedSession>();
  const newest = useRef(held);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** What was given to be saved last. */
  const saving = useRef<PlacedSession>(undefined);
  /** What became of an entry by the saving of a move: one that is moved again meanwhile goes on from there. */
  const savedAs = useRef(new WeakMap<ProgrammeEntry, ProgrammeEntry>());
  const hold = (session: PlacedSession | undefined) => {
    newest.current = session;
    setHeld(session);
  };

  const save = () => {
    clearTimeout(timer.current);
    const session = newest.current;
    // Leaving the session saves it too, as the dialog does that its saving may open.
    if (!session || session === saving.current) return;
    saving.current = session;
    queue.current = queue.current.then(async () => {
      const entry = savedAs.current.get(session.entry) ?? session.entry;
      savedAs.current.set(session.entry, await saveMove({ ...session, entry }));
      // Meanwhile it may have been moved again.
      if (newest.current === session) hold(undefined);
    });
  };
  /** Shows a session elsewhere. */
  const show = (session: PlacedSession) => {
    clearTimeout(timer.current);
    // The one before is saved first.
    if (newest.current && newest.current.id !== session.id) save();
    hold(session);
  };
  const press = (session: PlacedSession, move: Move): PlacedSession => {
    const next = moved(newest.current?.id === session.id ? newest.current : session, move);
    show(next);
    timer.current = setTimeout(save, PAUSE_MS);
    return next;
  };
  const cancel = () => {
    clearTimeout(timer.current);
    hold(undefined);
  };
  const latest = useRef(save);
  latest.current = save;
  // Who leaves the screen has moved it.
  useEffect(() => () => latest.current(), []);
  return { held, show, press, save, cancel };
}

/**
 * Saves what was moved, on top of what the member saw: where another member has changed the same, a dialog asks.
 * @param session its `entry` is that of when the move began
 * @returns the entry as it is saved
 */
async function saveMove(session: PlacedSession): Promise<ProgrammeEntry> {
  const { entry } = session;
  const programme = shownAnswer('getProgramme', {})?.results.programme;
  // Another member has removed it.
  if (!programme?.agenda.some(({ id }) => id === session.id)) return entry;
  const before = sessionOf(entry);
  const isOtherDay = session.day !== before.day;
  const after = {
    // As it is written where it stays.
    start: session.start === before.start ? entry.start : timeOf(session.start),
    end: session.end === before.end ? entry.end : timeOf(session.end),
    room: session.room === before.room ? entry.room : session.room,
    day: isOtherDay ? String(session.day) : entry.day,
    category: isOtherDay ? categoryOn(programme, textOf(entry.category), String(session.day)) : entry.category,
  };
  const edits = setEdits({ list: 'agenda', id: session.id }, entry, after);
  if (edits.length === 0) return entry;
  const edited = await tryToEdit(
    edits,
    `“${session.title}”: ${isOtherDay ? `${dayName(programme, session.day)}, ` : ''}${whereText(session)}.`,
  );
  const given = Object.entries(after).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]]));
  return edited ? { ...entry, ...Object.fromEntries(given) } : entry;
}

/** When and where a session is. */
export const whereText = ({ start, end, room }: PlacedSession): string =>
  `${clockText(start)} to ${clockText(end)}, ${room || 'no room'}`;
