import { CATEGORIES, type Category, type ContentItem, DAYS, FILTER_DAYS } from '@companion/contract/content';
import { tabStorage } from '../session/safeStorage.ts';

/** The sessions that the attendee has saved (decision 069). */
export const MINE = 'Mine';
export type AgendaFilter = Category | typeof MINE;

interface FilterButton {
  label: string;
  category: Category;
}

const BREAKOUTS: FilterButton = { label: 'Day 1 - Breakout Sessions', category: 'Breakout Sessions' };
const SPEAKERS: FilterButton = { label: 'Featured Speakers', category: 'Speakers' };
/** §2: the filter buttons of an event of two days. */
const TWO_DAYS: FilterButton[] = [
  { label: 'Day 1 - Main Stage', category: 'Day 1' },
  BREAKOUTS,
  { label: 'Day 2', category: 'Day 2' },
  SPEAKERS,
];

/**
 * The filter buttons of an agenda, in their order. An event of more than two days has one for each day. The last one
 * opens a screen of its own.
 */
export function agendaFilters(items: Pick<ContentItem, 'category'>[]): FilterButton[] {
  const used = new Set<string>(items.map(({ category }) => category));
  if (!DAYS.slice(FILTER_DAYS).some((day) => used.has(day))) return TWO_DAYS;
  const days = DAYS.filter((day) => used.has(day)).map((day) => ({ label: day, category: day }));
  return [...days, ...(used.has(BREAKOUTS.category) ? [BREAKOUTS] : []), SPEAKERS];
}

const FILTERS: readonly AgendaFilter[] = [...CATEGORIES, MINE];
const STORAGE_KEY = '_agendaFilter';

/** The filter last chosen in this tab. It survives a look at a session and a reload. */
export function readAgendaFilter(): AgendaFilter | undefined {
  const stored = tabStorage.read(STORAGE_KEY);
  return FILTERS.find((filter) => filter === stored);
}

export function writeAgendaFilter(filter: AgendaFilter | undefined): void {
  if (filter) tabStorage.write(STORAGE_KEY, filter);
  else tabStorage.remove(STORAGE_KEY);
}
