import type { AskSession } from '@companion/contract/staff/askQueue';
import { weekdayTimeText } from './timeText.ts';

/** A session as a list names it: with its start, since titles such as Lunch occur on each day. */
export const sessionName = ({ title, startsAt }: Pick<AskSession, 'title' | 'startsAt'>): string =>
  startsAt === null ? title : `${weekdayTimeText(startsAt)}: ${title}`;
