import { EVENT_TIME_ZONE } from '@companion/contract/constants';

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: EVENT_TIME_ZONE });
const DAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: EVENT_TIME_ZONE,
});
const DATE_TIME = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: EVENT_TIME_ZONE,
});
const DAY_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: EVENT_TIME_ZONE,
});
const WEEKDAY_TIME = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: EVENT_TIME_ZONE,
});

/** A time of day in the event's zone, `9:30 AM`. */
export const timeText = (iso: string): string => TIME.format(new Date(iso));

/** When something begins: the time of day, with the day unless it is today. */
export const startText = (iso: string, now = new Date()): string =>
  DAY.format(new Date(iso)) === DAY.format(now)
    ? `at ${timeText(iso)}`
    : `${DAY.format(new Date(iso))}, ${timeText(iso)}`;

/** A date and time in the event's zone, to the second. */
export const dateTimeText = (iso: string): string => DATE_TIME.format(new Date(iso));

/** A day and time of the event in its zone, `Jun 10, 9:30 AM`. */
export const dayTimeText = (iso: string): string => DAY_TIME.format(new Date(iso));

/** A weekday and time of the event in its zone, `Thu 9:30 AM`. */
export const weekdayTimeText = (iso: string): string => WEEKDAY_TIME.format(new Date(iso));
