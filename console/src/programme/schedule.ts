import type { FieldValue, Programme, ProgrammeEntry } from '@companion/contract/staff/programme';
import { readRoomCapacity } from '@companion/contract/staff/roomCapacity';
import { textOf, textsOf } from './programmeEdits.ts';

/*
 * Times of the agenda are those of the pack: local times of a day of the event, `09:30`, whose hours go on after midnight
 * (`24:30`). Here they are minutes from that day's midnight.
 */

const HOUR = 60;
const DAY = 24 * HOUR;
/** The last time that the pack has, `29:59`. */
export const LAST_MINUTE = 30 * HOUR - 1;
/** A move by keys or by dragging goes from one multiple to the next. */
export const STEP = 5;

/** A session of the agenda, as the grid and the list need it. */
export interface Session {
  entry: ProgrammeEntry;
  id: string;
  title: string;
  /** Undefined where the draft has no number. */
  day: number | undefined;
  /** Undefined where the draft has no such time. */
  start: number | undefined;
  end: number | undefined;
  /** '' for none. */
  room: string;
  speakers: string[];
}

/** A session whose place on the grid is known. */
export type PlacedSession = Session & { day: number; start: number; end: number };

export const isPlaced = (session: Session): session is PlacedSession =>
  session.day !== undefined && session.start !== undefined && session.end !== undefined && session.end > session.start;

/** The minutes of a time such as `9:30` or `24:30`; undefined for what is none. */
export function minutesOf(time: string): number | undefined {
  const [, hours = '', minutes = ''] = /^([01]?\d|2\d):([0-5]\d)$/.exec(time) ?? [];
  return hours === '' ? undefined : Number(hours) * HOUR + Number(minutes);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time as the pack has it. */
export const timeOf = (minutes: number): string => `${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`;

/** A time as people type it, such as `9`, `9.30`, `930` or `2:30 pm`, as the pack has it; another text as it is. */
export function tidyTime(typed: string): string {
  const [, hours = '', minutes = '0', half = ''] =
    /^(\d{1,2})(?:[:.h ]?(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(typed.trim()) ?? [];
  if (hours === '') return typed;
  const isPm = half.toLowerCase() === 'p';
  const given = Number(hours);
  if (half && (given < 1 || given > 12)) return typed;
  const hour = half ? (given % 12) + (isPm ? 12 : 0) : given;
  const time = `${two(hour)}:${two(Number(minutes))}`;
  return minutesOf(time) === undefined ? typed : time;
}

/** What the next session begins with when one is entered after another: where that one ended, in its room. */
export function sessionAfter(fields: Record<string, FieldValue>): { day: string; room: string; start: string } {
  const end = tidyTime(textOf(fields.end));
  return { day: textOf(fields.day), room: textOf(fields.room), start: minutesOf(end) === undefined ? '' : end };
}

/** The time as people read it, `9:30 AM`; with a mark after midnight. */
export function clockText(minutes: number): string {
  const hour = Math.floor(minutes / HOUR) % 24;
  const text = `${hour % 12 || 12}:${two(minutes % HOUR)} ${hour < 12 ? 'AM' : 'PM'}`;
  return minutes < DAY ? text : `${text} (next day)`;
}

/** A full hour at the side of the grid, `9 AM`. */
export const hourText = (minutes: number): string => clockText(minutes % DAY).replace(':00', '');

/** From when until when, as far as it is known: `9:10 – 10:00 AM`. */
export function spanText({ entry, start, end }: Session): string {
  const from = start === undefined ? textOf(entry.start) : clockText(start);
  const until = end === undefined ? textOf(entry.end) : clockText(end);
  const half = / [AP]M$/.exec(from)?.[0];
  const isSameHalf = half !== undefined && until.endsWith(half);
  return [isSameHalf ? from.slice(0, -half.length) : from, until].filter(Boolean).join(' – ') || 'No time yet';
}

export function sessionOf(entry: ProgrammeEntry): Session {
  const day = textOf(entry.day).trim();
  return {
    entry,
    id: entry.id,
    title: textOf(entry.title) || 'Without a title',
    day: /^\d{1,2}$/.test(day) ? Number(day) : undefined,
    start: minutesOf(textOf(entry.start).trim()),
    end: minutesOf(textOf(entry.end).trim()),
    room: textOf(entry.room).trim(),
    speakers: textsOf(entry.speakers),
  };
}

/** All sessions in the order of their time; those without one come last. */
export const sessionsOf = (programme: Programme): Session[] =>
  programme.agenda.map(sessionOf).sort((one, other) => instantOf(one) - instantOf(other));

const instantOf = ({ day, start }: Session): number => (day ?? 99) * DAY + (start ?? LAST_MINUTE);

/** The days of the event, from 1. */
export function daysOf({ event }: Programme): number[] {
  const days = Number.parseInt(textOf(event.days), 10) || 1;
  return Array.from({ length: Math.min(days, 14) }, (_, index) => index + 1);
}

/** The name of a day, with its date unless it depends on when the pack is loaded. */
export function dayName({ event }: Programme, day: number): string {
  const first = Date.parse(`${textOf(event.firstDay)}T00:00:00Z`);
  if (Number.isNaN(first)) return `Day ${day}`;
  const date = new Date(first + (day - 1) * DAY * 60_000);
  return `Day ${day}, ${date.toLocaleDateString('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })}`;
}

/** All rooms, in the order in which the agenda names them first. Without the empty one. */
export const roomsOf = (sessions: readonly Session[]): string[] => [
  ...new Set(sessions.map(({ room }) => room).filter(Boolean)),
];

/** The rooms that the event names, with how many people they hold. */
export const roomNames = ({ event }: Programme): string[] =>
  textsOf(event.rooms).flatMap((line) => readRoomCapacity(line)?.name ?? []);

/** How many people a room holds, if the event says. */
export const capacityOf = ({ event }: Programme, room: string): number | undefined =>
  textsOf(event.rooms)
    .map(readRoomCapacity)
    .find((read) => read?.name === room)?.capacity;

/** How a session is moved: by minutes, to another room or day, or made longer or shorter. */
export interface Move {
  by?: number;
  longer?: number;
  room?: string;
  day?: number;
}

/** The session after a move, at a time that its day has. It keeps its length, and is never shorter than one step. */
export function moved(session: PlacedSession, move: Move): PlacedSession {
  const { by = 0, longer = 0, room = session.room, day = session.day } = move;
  const length = Math.max(Math.min(STEP, session.end - session.start), session.end - session.start + longer);
  const start = Math.max(0, Math.min(session.start + by, LAST_MINUTE - Math.min(length, session.end - session.start)));
  return { ...session, start, end: Math.min(LAST_MINUTE, start + length), room, day };
}

/** The next multiple of the step in a direction: 8:02 goes to 8:05 or 8:00. */
export const stepFrom = (minutes: number, direction: 1 | -1): number =>
  direction === 1 ? STEP - (minutes % STEP) : -(minutes % STEP || STEP);
