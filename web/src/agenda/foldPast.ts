import type { AgendaDay } from './agendaDays.ts';
import type { TimedEntry } from './agendaTiming.ts';

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
