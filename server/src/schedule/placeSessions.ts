import { addDays } from '../event/zonedTime.ts';
import type { ImportReport } from './importReport.ts';
import type { JoinedSession } from './joinSessions.ts';
import { dayBefore, minutesSince } from './moment.ts';
import { nameSession, refuseSession } from './timeSessions.ts';

/** What begins before five is still of the evening, if there was one. */
const NIGHT_ENDS = 5 * 60;
/** The last minute of a day that a pack can say, 29:59. */
const LAST_MINUTE = 30 * 60 - 1;

export interface PlacedSession extends JoinedSession {
  /** 1 or 2. */
  day: number;
  /** Minutes since the midnight that begins that day. */
  from: number;
  to: number;
  category: 'Day 1' | 'Day 2' | 'Breakout Sessions';
}

/**
 * Puts sessions on the two days of an event. What does not fit is reported: refused, or, where the first day was
 * asked for, left out.
 * @returns with the first day; undefined where nothing fits
 */
export function placeSessions(
  joined: JoinedSession[],
  wanted: { firstDay: string | undefined; mainRoom: string | undefined },
  report: ImportReport,
): { placed: PlacedSession[]; firstDay: string } | undefined {
  const dates = new Set(joined.map(({ start }) => start.date));
  const dated = joined.map((session) => ({ ...session, date: dayOf(session, dates) }));
  const firstDay = wanted.firstDay ?? dated.map(({ date }) => date).sort()[0];
  if (!firstDay) return undefined;

  const days = [firstDay, addDays(firstDay, 1)];
  const placed: PlacedSession[] = [];
  for (const { date, ...session } of dated) {
    const day = days.indexOf(date) + 1;
    const from = minutesSince(date, session.start);
    const to = minutesSince(date, session.end);
    if (day === 0) {
      const outside = `${date} is outside the two days that begin on ${firstDay}`;
      report.add(
        'sessions',
        wanted.firstDay ? 'left out' : 'refused',
        `${nameSession(session.session)}: ${outside}${wanted.firstDay ? '' : '; --first-day says which two to import'}`,
      );
    } else if (to > LAST_MINUTE) {
      refuseSession(session.session, 'it goes on past 5:59 of the next morning, which no agenda can show', report);
    } else {
      placed.push({ ...session, day, from, to, category: day === 2 ? 'Day 2' : 'Day 1' });
    }
  }
  return {
    placed: placed.map((session) => ({ ...session, category: categoryOf(session, placed, wanted.mainRoom) })),
    firstDay,
  };
}

/** The date of the day that a session belongs to: after midnight, mostly that of the evening. */
function dayOf({ session, start }: JoinedSession, dates: Set<string>): string {
  const evening = dayBefore(start.date);
  // Whoever put it under a day knew which.
  if (session.day === start.date || session.day === evening) return session.day;
  return start.minutes < NIGHT_ENDS && dates.has(evening) ? evening : start.date;
}

/** The first day has two buttons: what is for everyone, or has nothing beside it, is on the main stage. */
function categoryOf(
  session: PlacedSession,
  all: PlacedSession[],
  mainRoom: string | undefined,
): PlacedSession['category'] {
  if (session.day === 2) return 'Day 2';
  if (isForAll(session)) return 'Day 1';
  if (mainRoom !== undefined) return session.rooms.includes(mainRoom) ? 'Day 1' : 'Breakout Sessions';
  const beside = all.some(
    (other) =>
      other !== session && other.day === 1 && !isForAll(other) && other.from < session.to && session.from < other.to,
  );
  return beside ? 'Breakout Sessions' : 'Day 1';
}

const isForAll = ({ session, rooms }: PlacedSession) => session.plenary || session.service || rooms.length > 1;
