import { CATEGORIES, type Category, type ContentItem, DAYS, FILTER_DAYS } from '@companion/contract/content';
import type { EventNames } from '@companion/contract/event';
import { BREAKOUTS_FILTER, MAIN_STAGE_FILTER, SPEAKERS_FILTER } from '@companion/contract/eventDefaults';
import { tabStorage } from '../session/safeStorage.ts';

export type AgendaFilter = Category;

interface FilterButton {
  label: string;
  category: AgendaFilter;
}

/**
 * The filter buttons of an agenda, in their order: those of §2, or in an event of more than two days one for each day. The
 * last one opens a screen of its own.
 */
export function agendaFilters(items: Pick<ContentItem, 'category'>[], names: EventNames): FilterButton[] {
  const used = new Set<string>(items.map(({ category }) => category));
  const days = DAYS.map((day, index): FilterButton => ({ label: names.dayFilters?.[index] ?? day, category: day }));
  const breakouts: FilterButton = { label: names.breakoutsFilter ?? BREAKOUTS_FILTER, category: 'Breakout Sessions' };
  const speakers: FilterButton = { label: names.speakersFilter ?? SPEAKERS_FILTER, category: 'Speakers' };
  if (DAYS.slice(FILTER_DAYS).some((day) => used.has(day))) {
    return [...[...days, breakouts].filter(({ category }) => used.has(category)), speakers];
  }
  const main: FilterButton = { label: names.dayFilters?.[0] ?? MAIN_STAGE_FILTER, category: 'Day 1' };
  return [main, breakouts, ...days.slice(1, FILTER_DAYS), speakers];
}

const STORAGE_KEY = '_agendaFilter';

/** The filter last chosen in this tab. It survives a look at a session and a reload. */
export function readAgendaFilter(): AgendaFilter | undefined {
  const stored = tabStorage.read(STORAGE_KEY);
  return CATEGORIES.find((category) => category === stored);
}

export function writeAgendaFilter(filter: AgendaFilter | undefined): void {
  if (filter) tabStorage.write(STORAGE_KEY, filter);
  else tabStorage.remove(STORAGE_KEY);
}
