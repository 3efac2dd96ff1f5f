import type { AudienceQuestionSession } from '@companion/contract/staff/audienceQuestionQueue';
import { weekdayTimeText } from './timeText.ts';

/** A session as a list names it: with its start, since titles such as Lunch occur on each day. */
export const sessionName = ({ title, startsAt }: Pick<AudienceQuestionSession, 'title' | 'startsAt'>): string =>
  startsAt === null ? title : `${weekdayTimeText(startsAt)}: ${title}`;
