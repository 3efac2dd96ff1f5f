import { type Category, type ContentItem, DAYS, FILTER_DAYS } from '@companion/contract/content';
import type { EventInfo } from '@companion/contract/event';

/** The sessions that the attendee has saved (decision 069). */
export const MINE = 'Mine';
export type AgendaFilter = Category | typeof MINE;

interface FilterButton {
  label: string;
  category: Category;
}

type Labels = Pick<EventInfo, 'dayFilters' | 'breakoutsFilter' | 'speakersFilter'>;

/**
 * The filter buttons of an agenda, in their order: those of §2, or in an event of more than two days one for each day with
 * sessions. The last one opens a screen of its own. A label that the phone does not know is the name of the category.
 */
export function agendaFilters(
  items: Pick<ContentItem, 'category'>[],
  { dayFilters, breakoutsFilter, speakersFilter }: Labels,
): FilterButton[] {
  const used = new Set<string>(items.map(({ category }) => category));
  const button = (category: Category, label = ''): FilterButton => ({ label: label || category, category });
  const days = DAYS.map((day, index) => button(day, dayFilters[index]));
  const breakouts = button('Breakout Sessions', breakoutsFilter);
  const speakers = button('Speakers', speakersFilter);
  if (dayFilters.length > FILTER_DAYS || DAYS.slice(FILTER_DAYS).some((day) => used.has(day)))
    return [...[...days, breakouts].filter(({ category }) => used.has(category)), speakers];
  return [...days.slice(0, 1), breakouts, ...days.slice(1, dayFilters.length || FILTER_DAYS), speakers];
}
