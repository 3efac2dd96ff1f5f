import { FILTER_DAYS } from '@companion/contract/content';
import type { Programme } from '@companion/contract/staff/programme';
import { programmeNames } from '@companion/contract/staff/programmeNames';
import { daysOf } from './schedule.ts';

/** The category of the breakouts, in an event of up to two days. */
const BREAKOUTS = 'Breakout Sessions';

/** The category of a day. */
export const categoryOfDay = (_: Programme, day: string): string => `Day ${day}`;

/** The categories that a session can have, as the pack allows them, each with the label of its filter button. */
export function categoriesOf(programme: Programme): [category: string, label: string][] {
  const days = daysOf(programme);
  const { dayFilters, breakoutsFilter } = programmeNames(programme);
  return [
    ...days.map((day, index): [string, string] => {
      const category = categoryOfDay(programme, String(day));
      return [category, dayFilters[index] ?? category];
    }),
    ...(days.length > FILTER_DAYS ? [] : [[BREAKOUTS, breakoutsFilter] satisfies [string, string]]),
  ];
}

/** The category of a session that goes to another day: that of a day changes with it. */
export const categoryOn = (programme: Programme, category: string, day: string): string =>
  category === '' || /^Day \d+$/.test(category) ? categoryOfDay(programme, day) : category;
