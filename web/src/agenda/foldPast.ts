import type { AgendaDay } from './agendaDays.ts';
import type { TimedEntry } from './agendaTiming.ts';

export interface FoldedDay<Item> extends AgendaDay<Item> {
  /** How many of its sessions may be folded away. */
  past: number;
  /** The slots that are left while they are. */
  ahead: AgendaDay<Item>['slots'];
}

/**
 * What of each day may be folded away: sessions that were over at `foldedAt`. What ends while somebody reads stays where
 * it is. Where nothing is on or to come any more, nothing is in the way of it: all is shown.
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
