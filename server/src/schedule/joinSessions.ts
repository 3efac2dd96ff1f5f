import type { People } from './distinguishPeople.ts';
import type { SpeakerName } from './sourceSchedule.ts';
import { isSameSession, type TimedSession } from './timeSessions.ts';

/** A session made of one or more rows: files repeat a session for everyone in each room. */
export interface JoinedSession extends TimedSession {
  rows: number;
  rooms: string[];
  speakers: SpeakerName[];
}

/**
 * Joins the rows of one session: rows with the same title and time, and with one id or for everyone.
 * @returns the sessions in the order of time
 */
export function joinSessions(timed: TimedSession[], people: Pick<People, 'keyOf'>): JoinedSession[] {
  const groups: TimedSession[][] = [];
  for (const given of timed.toSorted(byTime)) {
    const group = groups.find(([first]) => first?.end.instant === given.end.instant && isSameSession(first, given));
    if (group) group.push(given);
    else groups.push([given]);
  }
  // Rooms in the order of the file.
  const rooms = [...new Set(timed.flatMap(({ session }) => session.room ?? []))];
  return groups.flatMap((group) => join(group, rooms, people));
}

function join(group: TimedSession[], allRooms: string[], { keyOf }: Pick<People, 'keyOf'>): JoinedSession[] {
  const [first] = group;
  if (!first) return [];
  const speakers = new Map(
    group.flatMap(({ session }) => session.speakers.map((speaker) => [keyOf(speaker) ?? speaker, speaker] as const)),
  );
  // The smallest id, so that the order of the rooms does not matter.
  const named = group
    .map(({ session }) => session)
    .sort((a, b) => compareIds(a.id, b.id) || compareIds(a.guid, b.guid));
  const { id, guid } = named.find((row) => row.id ?? row.guid) ?? first.session;
  const session = {
    ...first.session,
    ...{ id, guid },
    subtitle: group.find(({ session: { subtitle } }) => subtitle)?.session.subtitle,
    texts: (group.find(({ session: { texts } }) => texts.some(Boolean)) ?? first).session.texts,
    plenary: group.some(({ session: { plenary } }) => plenary),
    service: group.some(({ session: { service } }) => service),
  };
  const rooms = allRooms.filter((room) => group.some(({ session }) => session.room === room));
  return [{ ...first, session, rows: group.length, rooms, speakers: [...speakers.values()] }];
}

const byTime = (a: TimedSession, b: TimedSession) =>
  a.start.instant - b.start.instant || a.end.instant - b.end.instant || compareIds(a.session.id, b.session.id);

const compareIds = (a = '', b = '') => a.localeCompare(b, 'en', { numeric: true });
