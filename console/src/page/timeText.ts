import { EVENT_TIME_ZONE } from '@companion/contract/constants';

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: EVENT_TIME_ZONE });

/** A time of day in the event's zone, `9:30 AM`. */
export const timeText = (iso: string): string => TIME.format(new Date(iso));
