import type { Programme } from '@companion/contract/staff/programme';
import { daysOf } from './schedule.ts';

/** The category of the breakouts, in an event of up to two days. */
const BREAKOUTS = 'Breakout Sessions';
const MAX_DAYS_WITH_BREAKOUTS = 2;

/** The filter button of a day. */
export const categoryOfDay = (_: Programme, day: string): string => `Day ${day}`;

/** The filter buttons that can show a session, as the pack allows them. */
export function categoriesOf(programme: Programme): string[] {
  const days = daysOf(programme);
  return [
    ...days.map((day) => categoryOfDay(programme, String(day))),
    ...(days.length > MAX_DAYS_WITH_BREAKOUTS ? [] : [BREAKOUTS]),
  ];
}

/** The category of a session that goes to another day: that of a day changes with it. */
export const categoryOn = (programme: Programme, category: string, day: string): string =>
  category === '' || /^Day \d+$/.test(category) ? categoryOfDay(programme, day) : category;
