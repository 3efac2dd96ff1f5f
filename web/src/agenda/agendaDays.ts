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
