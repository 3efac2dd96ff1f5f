import { EVENT_TIME_ZONE } from '@companion/contract/constants';

const inEventTime = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: EVENT_TIME_ZONE });
  return (iso: string): string => format.format(new Date(iso));
};

/** A time of day in the event's zone, `9:30 AM`. */
export const timeText = inEventTime({ timeStyle: 'short' });

/** A date and time in the event's zone, to the second. */
export const dateTimeText = inEventTime({ dateStyle: 'medium', timeStyle: 'medium' });

/** A day and time of the event in its zone, `Jun 10, 9:30 AM`. */
export const dayTimeText = inEventTime({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** A weekday and time of the event in its zone, `Thu 9:30 AM`. */
export const weekdayTimeText = inEventTime({ weekday: 'short', hour: 'numeric', minute: '2-digit' });

const dayText = inEventTime({ weekday: 'long', month: 'long', day: 'numeric' });

/** When something begins: the time of day, with the day unless it is today. */
export const startText = (iso: string): string =>
  dayText(iso) === dayText(new Date().toISOString()) ? `at ${timeText(iso)}` : `${dayText(iso)}, ${timeText(iso)}`;
