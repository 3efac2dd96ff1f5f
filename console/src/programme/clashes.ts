import { isPlaced, type PlacedSession, type Session } from './schedule.ts';

/** Two sessions at the same time that share a room, or a speaker. */
export interface Clash {
  with: PlacedSession;
  /** The room; undefined for a speaker. */
  room?: string;
  /** The id of the speaker; undefined for a room. */
  speaker?: string;
}

const MINUTES_OF_A_DAY = 24 * 60;
const from = ({ day, start }: PlacedSession): number => day * MINUTES_OF_A_DAY + start;
const until = ({ day, end }: PlacedSession): number => day * MINUTES_OF_A_DAY + end;

/** Sessions that only touch do not overlap. What goes on after midnight may overlap with the next day. */
const overlap = (one: PlacedSession, other: PlacedSession): boolean =>
  from(one) < until(other) && from(other) < until(one);

const isSameRoom = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase();

/** What one session clashes with, such as one that is being moved. */
export function clashesOf(session: Session, sessions: readonly Session[]): Clash[] {
  if (!isPlaced(session)) return [];
  return sessions.flatMap((other) => {
    if (other.id === session.id || !isPlaced(other) || !overlap(session, other)) return [];
    const shared = session.speakers.filter((speaker) => other.speakers.includes(speaker));
    return [
      ...(isSameRoom(session.room, other.room) ? [{ with: other, room: other.room }] : []),
      ...shared.map((speaker) => ({ with: other, speaker })),
    ];
  });
}

/** The clashes of all sessions by id; a session without any has no entry. */
export function findClashes(sessions: readonly Session[]): Map<string, Clash[]> {
  const ordered = sessions.filter(isPlaced).sort((one, other) => from(one) - from(other));
  const found = new Map<string, Clash[]>();
  const add = (session: PlacedSession, other: PlacedSession) => {
    const clashes = clashesOf(session, [other]);
    if (clashes.length > 0) found.set(session.id, [...(found.get(session.id) ?? []), ...clashes]);
  };
  for (const [index, session] of ordered.entries()) {
    // Of those that begin later, only the ones that begin before this one ends can overlap with it.
    for (let next = index + 1; next < ordered.length; next++) {
      const other = ordered[next];
      if (!other || from(other) >= until(session)) break;
      add(session, other);
      add(other, session);
    }
  }
  return found;
}
