import type { TimedEntry } from './agendaTiming.ts';
import { isSameDay } from './eventTime.ts';

/** What begins at one moment: several entries are parallel sessions. */
export interface Slot<Item> {
  start: number;
  entries: TimedEntry<Item>[];
}

export interface AgendaDay<Item> {
  /** When the first of its entries begins. */
  start: number;
  slots: Slot<Item>[];
}

/** Cuts a sorted agenda into the days of the event's calendar, and each day into what begins together. */
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
