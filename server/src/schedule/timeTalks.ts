import { DAY, MINUTE } from '../platform/time.ts';
import type { People } from './distinguishPeople.ts';
import type { ImportReport } from './importReport.ts';
import { type Moment, minutesSince, momentAt, quote, readDuration, readMoment } from './readMoment.ts';
import type { SourceSchedule, SourceTalk, SpeakerName } from './sourceSchedule.ts';

interface StartedTalk {
  talk: SourceTalk;
  title: string;
  start: Moment;
}

interface TimedTalk extends StartedTalk {
  end: Moment;
}

/** Whether two rows may be one session: with the same title and start, and either one id or for everyone. */
function isSameTalk(a: StartedTalk, b: StartedTalk): boolean {
  if (a.start.instant !== b.start.instant || a.title !== b.title) return false;
  return (a.talk.id !== undefined && a.talk.id === b.talk.id) || (isForAll(a) && isForAll(b));
}

/** Whether a row without an id repeats another one in everything that people see. */
function isRepeated(a: TimedTalk, b: TimedTalk, { keyOf }: Pick<People, 'keyOf'>): boolean {
  const isAlike = a.title === b.title && a.start.instant === b.start.instant && a.talk.room === b.talk.room;
  if (!isAlike || [a, b].some(({ talk }) => talk.id || talk.guid)) return false;
  const rest = ({ talk: { subtitle, texts, speakers } }: TimedTalk) =>
    JSON.stringify([subtitle, texts, speakers.map((speaker) => keyOf(speaker) ?? speaker.name)]);
  return rest(a) === rest(b);
}

/** According to the file. Files without that flag have breaks with neither speakers nor text. */
const isForAll = ({ talk: { plenary, service, speakers, texts } }: StartedTalk) =>
  plenary || service || (speakers.length === 0 && texts.every((text) => text === ''));

/** Describes a session in messages: its place in the file, its id and its title. */
export const describeTalk = ({ where, id, title }: SourceTalk): string =>
  `${where}${id || title ? ` (${[id && `id ${id}`, title && quote(title)].filter(Boolean).join(', ')})` : ''}`;

export function rejectTalk(talk: SourceTalk, why: string, report: ImportReport): void {
  report.add('sessions', 'rejected', describeTalk(talk), why);
  for (const each of [talk.id, talk.guid, talk.title]) if (each) report.rejectedIds.add(each);
}

/** Determines start and end of each session. Sessions that are left out or rejected are reported. */
export function timeTalks(source: SourceSchedule, zone: string, report: ImportReport): TimedTalk[] {
  const reject = (talk: SourceTalk, why: string) => rejectTalk(talk, why, report);

  const started: StartedTalk[] = [];
  for (const talk of source.talks) {
    if (talk.off) {
      report.add('sessions', 'left out', describeTalk(talk), talk.off);
      continue;
    }
    if (!talk.title) {
      reject(talk, 'it has no title');
      continue;
    }
    const start = talk.start ? readMoment(talk.start, zone) : 'is missing';
    if (typeof start === 'string') reject(talk, `its start ${start}`);
    else started.push({ talk, title: talk.title, start });
  }

  const timed: TimedTalk[] = [];
  for (const item of started) {
    const end = endOf(item, started, zone, report);
    const minutes = typeof end === 'string' ? 0 : minutesSince(item.start.date, end) - item.start.minutes;
    if (typeof end === 'string') reject(item.talk, end);
    else if (minutes <= 0 || end.instant <= item.start.instant) reject(item.talk, 'its end is not after its start');
    else if (end.instant - item.start.instant > DAY) reject(item.talk, 'it takes more than 24 hours');
    else timed.push({ ...item, end });
  }
  reportZones(source, timed, zone, report);
  return timed;
}

/** Returns the given end, or the end by the duration or by the next session in the room, or else a message. */
function endOf(item: StartedTalk, all: StartedTalk[], zone: string, report: ImportReport): Moment | string {
  const { talk, start } = item;
  if (talk.end) {
    const end = readMoment(talk.end, zone);
    return typeof end === 'string' ? `its end ${end}` : end;
  }
  if (talk.duration) {
    const minutes = readDuration(talk.duration);
    if (minutes === undefined) return `its duration ${quote(talk.duration)} cannot be read: write it as 00:45`;
    return momentAt(start.instant + minutes * MINUTE, zone);
  }
  // A session in several rooms, such as a break, ends in all of them when one room continues.
  const rooms = new Set(all.filter((other) => isSameTalk(item, other)).map((other) => other.talk.room));
  rooms.add(talk.room).delete(undefined);
  const next = all
    .filter((other) => rooms.has(other.talk.room) && other.start.date === start.date)
    .filter((other) => other.start.instant > start.instant)
    .sort((a, b) => a.start.instant - b.start.instant)[0];
  if (!next) return 'it has no end and no duration, and nothing follows in its room';
  report.add('sessions', 'warning', describeTalk(talk), 'it has no end: it lasts until the next session in its room');
  return next.start;
}

/** Times are shown in the zone of --zone. Reports if the file names another zone or other offsets. */
function reportZones({ zone: named }: SourceSchedule, timed: TimedTalk[], zone: string, report: ImportReport): void {
  if (named && named.toLowerCase() !== zone.toLowerCase()) {
    report.add('sessions', 'warning', `the file names the time zone ${named}: its times are shown in ${zone}`);
  }
  const converted = timed.filter(({ start }) => start.otherOffset);
  const [example] = converted;
  if (example) {
    const given = example.start.otherOffset === 'Z' ? 'UTC' : `the offset ${example.start.otherOffset}`;
    const clock = `${example.start.date} ${clockTime(example.start.minutes)}`;
    report.add(
      'sessions',
      'warning',
      `${converted.length} of ${timed.length} times are given in ${given}, which is not that of ${zone}, and are ` +
        `converted: ${quote(example.talk.start ?? '')} is ${clock} there`,
    );
  }
  for (const { talk, start, end } of timed) {
    const twice = [start.twice && 'start', end.twice && 'end'].filter(Boolean).join(' and ');
    if (twice) {
      const why = `the time of its ${twice} occurs twice that night, because clocks go back: the first is used`;
      report.add('sessions', 'warning', describeTalk(talk), why);
    }
  }
}

/** `24:30` for half an hour past midnight. */
export const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A session made of one or more rows: files repeat a session for everyone in each room. */
export interface JoinedTalk extends TimedTalk {
  rows: number;
  rooms: string[];
  speakers: SpeakerName[];
}

/**
 * Joins the rows of one session: rows with the same title and time, and with one id or for everyone; and rows that
 * repeat another one, which are reported.
 * @returns the sessions in the order of time
 */
export function joinTalks(timed: TimedTalk[], people: Pick<People, 'keyOf'>, report: ImportReport): JoinedTalk[] {
  const groups: TimedTalk[][] = [];
  for (const given of timed.toSorted(byTime)) {
    const atOnce = groups.filter(([first]) => first?.end.instant === given.end.instant);
    const same = atOnce.find(([first]) => first && isSameTalk(first, given));
    const repeated = same ? undefined : atOnce.find(([first]) => first && isRepeated(first, given, people));
    const group = same ?? repeated;
    if (!group) groups.push([given]);
    else group.push(given);
    if (!repeated) continue;
    const why = `it repeats ${repeated[0]?.talk.where}, and is one session with it`;
    report.add('sessions', 'warning', describeTalk(given.talk), why);
  }
  // Rooms in the order of the file.
  const rooms = [...new Set(timed.flatMap(({ talk }) => talk.room ?? []))];
  return groups.flatMap((group) => join(group, rooms, people));
}

function join(group: TimedTalk[], allRooms: string[], { keyOf }: Pick<People, 'keyOf'>): JoinedTalk[] {
  const [first] = group;
  if (!first) return [];
  const speakers = new Map(
    group.flatMap(({ talk }) => talk.speakers.map((speaker) => [keyOf(speaker) ?? speaker, speaker] as const)),
  );
  // The smallest id, so that the order of the rooms does not matter.
  const named = group.map(({ talk }) => talk).sort((a, b) => compareIds(a.id, b.id) || compareIds(a.guid, b.guid));
  const { id, guid } = named.find((row) => row.id ?? row.guid) ?? first.talk;
  const talk = {
    ...first.talk,
    id,
    guid,
    subtitle: group.find(({ talk: { subtitle } }) => subtitle)?.talk.subtitle,
    texts: (group.find(({ talk: { texts } }) => texts.some(Boolean)) ?? first).talk.texts,
    plenary: group.some(({ talk: { plenary } }) => plenary),
    service: group.some(({ talk: { service } }) => service),
  };
  const rooms = allRooms.filter((room) => group.some(({ talk }) => talk.room === room));
  return [{ ...first, talk, rows: group.length, rooms, speakers: [...speakers.values()] }];
}

const byTime = (a: TimedTalk, b: TimedTalk) =>
  a.start.instant - b.start.instant || a.end.instant - b.end.instant || compareIds(a.talk.id, b.talk.id);

const compareIds = (a = '', b = '') => a.localeCompare(b, 'en', { numeric: true });
