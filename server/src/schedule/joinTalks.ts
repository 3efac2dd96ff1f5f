import type { People } from './distinguishPeople.ts';
import type { SpeakerName } from './sourceSchedule.ts';
import { isSameTalk, type TimedTalk } from './timeTalks.ts';

/** A session made of one or more rows: files repeat a session for everyone in each room. */
export interface JoinedTalk extends TimedTalk {
  rows: number;
  rooms: string[];
  speakers: SpeakerName[];
}

/**
 * Joins the rows of one session: rows with the same title and time, and with one id or for everyone.
 * @returns the sessions in the order of time
 */
export function joinTalks(timed: TimedTalk[], people: Pick<People, 'keyOf'>): JoinedTalk[] {
  const groups: TimedTalk[][] = [];
  for (const given of timed.toSorted(byTime)) {
    const group = groups.find(([first]) => first?.end.instant === given.end.instant && isSameTalk(first, given));
    if (group) group.push(given);
    else groups.push([given]);
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
