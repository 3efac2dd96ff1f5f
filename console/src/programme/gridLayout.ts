import type { PlacedSession } from './schedule.ts';

const HOUR = 60;
/** The pack counts on after midnight. */
const LAST_HOUR = 30;
/** What an empty day shows. */
const WORKING_HOURS = { from: 8 * HOUR, until: 18 * HOUR };
/** A shorter session takes this much of the grid, so that its title can be read. */
export const MIN_SHOWN = 15;

/** The full hours that hold all sessions of a day, with one before and one after to move them to. */
export function shownHours(sessions: readonly PlacedSession[]): { from: number; until: number } {
  if (sessions.length === 0) return WORKING_HOURS;
  const from = Math.min(...sessions.map(({ start }) => start));
  const until = Math.max(...sessions.map(shownEnd));
  return {
    from: Math.max(0, Math.floor(from / HOUR) - 1) * HOUR,
    until: Math.min(LAST_HOUR, Math.ceil(until / HOUR) + 1) * HOUR,
  };
}

/** Until where a session is drawn. */
export const shownEnd = ({ start, end }: PlacedSession): number => Math.max(end, start + MIN_SHOWN);

/** The place of a session among those of its room that overlap with it: they stand side by side. */
export interface Lane {
  lane: number;
  lanes: number;
}

/** The lanes of the sessions of one room, by id. */
export function lanesOf(sessions: readonly PlacedSession[]): Map<string, Lane> {
  const ordered = [...sessions].sort((one, other) => one.start - other.start || one.id.localeCompare(other.id));
  const found = new Map<string, Lane>();
  /** The sessions that overlap, one with the next; and until when each of their lanes is taken. */
  let group: PlacedSession[] = [];
  let lanes: number[] = [];
  const close = () => {
    for (const { id } of group) found.set(id, { lane: found.get(id)?.lane ?? 0, lanes: lanes.length });
    group = [];
    lanes = [];
  };
  for (const session of ordered) {
    if (lanes.every((until) => until <= session.start)) close();
    const free = lanes.findIndex((until) => until <= session.start);
    const lane = free < 0 ? lanes.length : free;
    lanes[lane] = shownEnd(session);
    found.set(session.id, { lane, lanes: 0 });
    group.push(session);
  }
  close();
  return found;
}

/** The full hours from one to the other. */
export const hoursBetween = (from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, Math.floor((until - from) / HOUR)) }, (_, index) => from + index * HOUR);
