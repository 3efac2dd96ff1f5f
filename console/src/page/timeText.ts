import { HOUR } from '@companion/contract/constants';
import { eventInfo } from '../api/eventInfo.ts';

/** The zone of the event, which is known before the first screen shows (main.tsx). */
const eventZone = () => eventInfo.get()?.timeZone || undefined;

/** In the browser's own zone, where it does not know that of the event. */
function formatIn(timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-US', options);
  }
}

const inEventTime = (options: Intl.DateTimeFormatOptions) => {
  let made: { zone: string | undefined; format: Intl.DateTimeFormat } | undefined;
  return (iso: string): string => {
    const zone = eventZone();
    if (!made || made.zone !== zone) made = { zone, format: formatIn(zone, options) };
    return made.format.format(new Date(iso));
  };
};

/** A time of day in the event's zone, `9:30 AM`. */
export const timeText = inEventTime({ timeStyle: 'short' });

/** A date and time in the event's zone, `Jun 10, 2026, 9:30 AM`. */
export const dateTimeText = inEventTime({ dateStyle: 'medium', timeStyle: 'short' });

/** The same to the second, for a log. */
export const exactTimeText = inEventTime({ dateStyle: 'medium', timeStyle: 'medium' });

/** A day and time of the event in its zone, `Jun 10, 9:30 AM`. */
export const dayTimeText = inEventTime({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** A weekday and time of the event in its zone, `Thu 9:30 AM`. */
export const weekdayTimeText = inEventTime({ weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** A party that ends at half past midnight, or an event without sessions that ends at midnight, adds no day. */
const NIGHT_MS = 5 * HOUR;

/** The days of something that takes several, `November 25 – 26, 2026`. */
export function daysText(start: string, end: string): string {
  const begin = Date.parse(start);
  const lastDay = Math.max(begin, Date.parse(end) - NIGHT_MS);
  return formatIn(eventZone(), { dateStyle: 'long' }).formatRange(begin, lastDay);
}

/** A day of the event as a line of a table has room for it, `Thu, Jun 10`. */
export const shortDayText = inEventTime({ weekday: 'short', month: 'short', day: 'numeric' });

const dayText = inEventTime({ weekday: 'long', month: 'long', day: 'numeric' });

const isToday = (iso: string): boolean => dayText(iso) === dayText(new Date().toISOString());

/** When something begins, for a line without room: the time of day, with the weekday unless it is today. */
export const nextTimeText = (iso: string): string => (isToday(iso) ? timeText(iso) : weekdayTimeText(iso));

/** When something begins: the time of day, with the day unless it is today. */
export const startText = (iso: string): string =>
  isToday(iso) ? `at ${timeText(iso)}` : `${dayText(iso)}, ${timeText(iso)}`;
