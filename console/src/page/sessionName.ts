import { EVENT_TIME_ZONE } from '@companion/contract/constants';
import type { AskSession } from '@companion/contract/staff/askQueue';

const START = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: EVENT_TIME_ZONE },
});

/** A session as a list names it: with its start, since titles such as Lunch occur on each day. */
export const sessionName = ({ title, startsAt }: Pick<AskSession, 'title' | 'startsAt'>): string =>
  startsAt === null ? title : `${START.format(new Date(startsAt))}: ${title}`;
