import type { ImportReport } from './importReport.ts';
import { type Moment, minutesSince, momentAt, quote, readDuration, readMoment } from './moment.ts';
import type { SourceSchedule, SourceSession } from './sourceSchedule.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface BegunSession {
  session: SourceSession;
  title: string;
  start: Moment;
}

export interface TimedSession extends BegunSession {
  end: Moment;
}

/** Whether two rows may be one session: with the same title and start, and either one id or for everyone. */
export function beginsAs(a: BegunSession, b: BegunSession): boolean {
  if (a.start.instant !== b.start.instant || a.title !== b.title) return false;
  return (a.session.id !== undefined && a.session.id === b.session.id) || (isForAll(a) && isForAll(b));
}

/** As the file says; or with neither speakers nor a text, as breaks are in files that do not say. */
const isForAll = ({ session: { plenary, service, speakers, texts } }: BegunSession) =>
  plenary || service || (speakers.length === 0 && texts.every((text) => text === ''));

/** How a session is named to people: its place in the file, its id and its title. */
export const nameSession = ({ where, id, title }: SourceSession): string =>
  `${where}${id || title ? ` (${[id && `id ${id}`, title && quote(title)].filter(Boolean).join(', ')})` : ''}`;

export function refuseSession(session: SourceSession, why: string, report: ImportReport): void {
  report.add('sessions', 'refused', nameSession(session), why);
  for (const id of [session.id, session.guid]) if (id) report.refusedIds.add(id);
}

/** Finds out when each session is; those that are left out or refused are reported. */
export function timeSessions(source: SourceSchedule, zone: string, report: ImportReport): TimedSession[] {
  for (const { where, why } of source.refused) report.add('sessions', 'refused', where, why);
  const refuse = (session: SourceSession, why: string) => refuseSession(session, why, report);

  const started: BegunSession[] = [];
  for (const session of source.sessions) {
    if (session.off) {
      report.add('sessions', 'left out', nameSession(session), session.off);
      continue;
    }
    if (!session.title) {
      refuse(session, 'it has no title');
      continue;
    }
    const start = session.start ? readMoment(session.start, zone) : 'is missing';
    if (typeof start === 'string') refuse(session, `its start ${start}`);
    else started.push({ session, title: session.title, start });
  }

  const timed: TimedSession[] = [];
  for (const begun of started) {
    const end = endOf(begun, started, zone, report);
    const minutes = typeof end === 'string' ? 0 : minutesSince(begun.start.date, end) - begun.start.minutes;
    if (typeof end === 'string') refuse(begun.session, end);
    else if (minutes <= 0 || end.instant <= begun.start.instant)
      refuse(begun.session, 'its end is not after its start');
    else if (end.instant - begun.start.instant > DAY) refuse(begun.session, 'it takes more than 24 hours');
    else timed.push({ ...begun, end });
  }
  reportZones(source, timed, zone, report);
  return timed;
}

/** Its end as given, or by its duration, or with the next session in its room; else what is wrong. */
function endOf(begun: BegunSession, all: BegunSession[], zone: string, report: ImportReport): Moment | string {
  const { session, start } = begun;
  if (session.end) {
    const end = readMoment(session.end, zone);
    return typeof end === 'string' ? `its end ${end}` : end;
  }
  if (session.duration) {
    const minutes = readDuration(session.duration);
    if (minutes === undefined) return `its duration ${quote(session.duration)} cannot be read: write it as 00:45`;
    return momentAt(start.instant + minutes * MINUTE, zone);
  }
  // What stands in each room, such as a break, ends everywhere when one of them goes on.
  const rooms = new Set(all.filter((other) => beginsAs(begun, other)).map((other) => other.session.room));
  rooms.add(session.room).delete(undefined);
  const next = all
    .filter((other) => rooms.has(other.session.room) && other.start.date === start.date)
    .filter((other) => other.start.instant > start.instant)
    .sort((a, b) => a.start.instant - b.start.instant)[0];
  if (!next) return 'it has no end and no duration, and nothing follows in its room';
  report.add('sessions', 'warning', nameSession(session), 'it has no end: it lasts until the next session in its room');
  return next.start;
}

/** The zone is the one that was asked for, whatever the file says; a difference is reported. */
function reportZones({ zone: named }: SourceSchedule, timed: TimedSession[], zone: string, report: ImportReport): void {
  if (named && named.toLowerCase() !== zone.toLowerCase()) {
    report.add('sessions', 'warning', `the file names the time zone ${named}: its times are shown in ${zone}`);
  }
  const converted = timed.filter(({ start }) => start.otherOffset);
  const [example] = converted;
  if (example) {
    const told = example.start.otherOffset === 'Z' ? 'UTC' : `the offset ${example.start.otherOffset}`;
    const clock = `${example.start.date} ${clockTime(example.start.minutes)}`;
    report.add(
      'sessions',
      'warning',
      `${converted.length} of ${timed.length} times are given in ${told}, which is not that of ${zone}, and are ` +
        `converted: ${quote(example.session.start ?? '')} is ${clock} there`,
    );
  }
  for (const { session, start, end } of timed) {
    const twice = [start.twice && 'start', end.twice && 'end'].filter(Boolean).join(' and ');
    if (twice) {
      const why = `clocks show the time of its ${twice} twice that night: the first is used`;
      report.add('sessions', 'warning', nameSession(session), why);
    }
  }
}

/** `24:30` for half an hour past midnight. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
