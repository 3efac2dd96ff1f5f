import { isSameDay } from '../formatTime.ts';
import type { TimedEntry } from './agendaTiming.ts';

/** The sessions that start at the same time. */
export interface Slot<Item> {
  start: number;
  entries: TimedEntry<Item>[];
}

export interface AgendaDay<Item> {
  /** When the first entry starts. */
  start: number;
  slots: Slot<Item>[];
}

/** Groups a sorted agenda by day in the event's time zone, and each day by start time. */
export function agendaDays<Item>(entries: readonly TimedEntry<Item>[]): AgendaDay<Item>[] {
  const days: AgendaDay<Item>[] = [];
  for (const entry of entries) {
    const { start } = entry;
    let day = days.at(-1);
    if (!day || !isSameDay(day.start, start)) {
      day = { start, slots: [] };
      days.push(day);
    }
    const slot = day.slots.at(-1);
    if (slot?.start === start) slot.entries.push(entry);
    else day.slots.push({ start, entries: [entry] });
  }
  return days;
}

export interface FoldedDay<Item> extends AgendaDay<Item> {
  /** How many of its sessions can be folded. */
  past: number;
  /** The slots that stay visible when folded. */
  ahead: AgendaDay<Item>['slots'];
}

/**
 * Finds the sessions of each day that can be folded: those that were over at `foldedAt`. A session that ends while the
 * page is open stays visible. Once the whole agenda is past, nothing is folded.
 */
export function foldPast<Item>(days: readonly AgendaDay<Item>[], foldedAt: number): FoldedDay<Item>[] {
  const isOver = ({ timing, end }: TimedEntry<Item>) => timing === 'past' && end <= foldedAt;
  const isAllPast = days.every(({ slots }) => slots.every(({ entries }) => entries.every((e) => e.timing === 'past')));
  return days.map((day) => {
    if (isAllPast) return { ...day, past: 0, ahead: day.slots };
    const ahead = day.slots
      .map((slot) => ({ ...slot, entries: slot.entries.filter((entry) => !isOver(entry)) }))
      .filter(({ entries }) => entries.length > 0);
    return { ...day, past: count(day.slots) - count(ahead), ahead };
  });
}

const count = (slots: AgendaDay<unknown>['slots']) => slots.reduce((sum, { entries }) => sum + entries.length, 0);
