import type { Category } from '@companion/contract/content';

export type AgendaFilter = Category;

/** §2: the filter buttons, in their order. The last leads to a screen of its own. */
export const AGENDA_FILTERS: { label: string; category: AgendaFilter }[] = [
  { label: 'Day 1 - Main Stage', category: 'Day 1' },
  { label: 'Day 1 - Breakout Sessions', category: 'Breakout Sessions' },
  { label: 'Day 2', category: 'Day 2' },
  { label: 'Featured Speakers', category: 'Speakers' },
];

const STORAGE_KEY = '_agendaFilter';

/** The filter that was last chosen in this tab: it outlives a look at a session, and a reload. */
export function readAgendaFilter(): AgendaFilter | undefined {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY);
    return AGENDA_FILTERS.find(({ category }) => category === stored)?.category;
  } catch {
    // No storage (blocked by the browser): the agenda is shown whole.
    return undefined;
  }
}

export function writeAgendaFilter(filter: AgendaFilter | undefined): void {
  try {
    if (filter) sessionStorage.setItem(STORAGE_KEY, filter);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
