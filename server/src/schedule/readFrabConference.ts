import { addDays, isDate } from '../event/zonedTime.ts';
import { flagOf, identifierOf, isRecord, lineOf, listOf, recordOf, recordsOf, textOf, type Untyped } from './coerce.ts';
import { sameName } from './distinguishPeople.ts';
import type { ImportReport } from './importReport.ts';
import { type SourceSchedule, type SourceSpeaker, type SourceTalk, sessionRows } from './sourceSchedule.ts';

const OFF_STATUS = /cancel|reject|withdr|delete|draft/i;
/** Types that say nothing about a session. */
const PLAIN_TYPE = /^(?:lecture|talk|session|vortrag|other)$/i;
const SERVICE_TYPE = /^(?:break|coffee break|lunch|pause|catering|meal|registration)$/i;

/** Days begin at six at the latest, even if a file says later. */
const LATEST_DAY_CHANGE = 6 * 60;

/**
 * Reads the `conference` of a schedule JSON of c3voc, frab or pretalx, with events in rooms of days or in one list.
 * frabConference.ts converts other formats to it.
 */
export function readFrabConference(conference: Untyped, file: string, report: ImportReport): SourceSchedule {
  const schedule: SourceSchedule = {
    origin: 'frab',
    title: lineOf(conference.title) ?? lineOf(conference.acronym),
    zone: lineOf(conference.time_zone_name),
    talks: [],
    speakers: [],
  };
  const persons: SourceSpeaker[] = [];
  const days = recordsOf(conference.days, (index) =>
    report.add('sessions', 'rejected', `${file}: day ${index + 1}`, 'is not a day'),
  );
  const add = (events: unknown, place: string, { room, day }: { room: string; day: Untyped }) => {
    for (const { given, where } of sessionRows(events, place, report)) {
      const talk = talkOf(given, where, { room, day, conference });
      schedule.talks.push(talk);
      for (const person of recordsOf(given.persons)) {
        persons.push({ ...speakerOf(person, where), talks: [talk.id ?? ''] });
      }
    }
  };
  for (const [dayIndex, day] of days.entries()) {
    for (const [room, events] of roomsOf(day.rooms)) {
      add(events, `${file}: day ${lineOf(day.index) ?? dayIndex + 1}, room ${JSON.stringify(room)}`, { room, day });
    }
  }
  add(conference.events, `${file}: events`, { room: '', day: {} });
  // By name: the file has no list of speakers.
  schedule.speakers = listPersons(persons).sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'));
  return schedule;
}

/** Lists each person once. A person without a name is the one who has the same id, if there is one. */
function listPersons(found: SourceSpeaker[]): SourceSpeaker[] {
  const listed = new Map<string, SourceSpeaker>();
  const nameless = found.filter(({ name }) => name === undefined);
  const add = (key: string, person: SourceSpeaker) => {
    const known = listed.get(key);
    if (!known) listed.set(key, { ...person });
    else {
      known.talks = [...known.talks, ...person.talks];
      known.bio ??= person.bio;
      known.picture ??= person.picture;
    }
  };
  for (const person of found) if (person.name) add(`${person.id ?? ''} ${sameName(person.name)}`, person);
  const namedIds = new Set([...listed.values()].map(({ id }) => id));
  for (const person of nameless) if (person.id && !namedIds.has(person.id)) add(person.id, person);
  return [...listed.values()];
}

const idOf = (event: Untyped) => identifierOf(event.id) ?? lineOf(event.code) ?? lineOf(event.slug);

/** Reads a map from room to sessions, or a list of rooms with sessions. */
function roomsOf(rooms: unknown): [string, unknown][] {
  if (isRecord(rooms)) return Object.entries(rooms);
  return recordsOf(rooms).map((room) => [lineOf(room.name) ?? '', room.events ?? room.event]);
}

function talkOf(
  event: Untyped,
  where: string,
  { room, day, conference }: { room: string; day: Untyped; conference: Untyped },
): SourceTalk {
  const date = lineOf(day.date)?.slice(0, 10);
  const status = lineOf(event.status) ?? lineOf(event.state);
  const cancelled = flagOf(event.cancelled) || flagOf(event.canceled) || flagOf(event.is_cancelled);
  const type = lineOf(event.type);
  const track = lineOf(recordOf(event.track).name) ?? lineOf(event.track);
  const kind = track ?? (type && PLAIN_TYPE.test(type) ? undefined : type);
  const title = lineOf(event.title);
  return {
    where,
    id: idOf(event),
    guid: lineOf(event.guid),
    title,
    start: startOf(event, date, dayChange(day, conference)),
    end: lineOf(event.end),
    duration: lineOf(event.duration),
    day: date && isDate(date) ? date : undefined,
    room: lineOf(recordOf(event.room).name) ?? lineOf(event.room) ?? (room || undefined),
    subtitle: [...new Set([lineOf(event.subtitle), kind])].filter((part) => part && part !== title).join(' · '),
    texts: [textOf(event.abstract) ?? '', textOf(event.description) ?? ''],
    speakers: listOf(event.persons).map((person) =>
      isRecord(person) ? speakerOf(person, where) : { id: undefined, name: lineOf(person) },
    ),
    plenary: false,
    service: SERVICE_TYPE.test(type ?? ''),
    off: cancelled ? 'it is cancelled' : status && OFF_STATUS.test(status) ? `its status is ${status}` : undefined,
  };
}

/** `date` usually holds date and time. Older files have a time only; after midnight it belongs to the next date. */
function startOf(event: Untyped, day: string | undefined, change: number): string | undefined {
  const date = lineOf(event.date);
  const start = lineOf(event.start);
  // If `date` has no time, `start` has it.
  const dateOnly = /^(\d{4}-\d\d-\d\d)(?:[T ]00:00(?::00)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(date ?? '');
  if (start && dateOnly) return `${dateOnly[1]}T${start}${dateOnly[2] ?? ''}`;
  if (date || !start || start.length > 8) return date ?? start;
  if (!day || !isDate(day)) return undefined;
  return `${(minutesOf(start) ?? change) < change ? addDays(day, 1) : day}T${start}`;
}

/** The minute of the day before which a session belongs to the night before. */
function dayChange(day: Untyped, conference: Untyped): number {
  const begins = lineOf(day.day_start) ?? lineOf(day.start);
  const stated = minutesOf(begins?.split(/[T ]/)[1]) ?? minutesOf(lineOf(conference.day_change));
  return Math.min(stated ?? 4 * 60, LATEST_DAY_CHANGE);
}

function minutesOf(time: string | undefined): number | undefined {
  const found = /^(\d?\d):(\d\d)/.exec(time ?? '');
  return found ? Number(found[1]) * 60 + Number(found[2]) : undefined;
}

function speakerOf(person: Untyped, where: string): SourceSpeaker {
  const names = [person.public_name, person.name, person.full_public_name, person['#text'], person.full_name];
  // Some exports have only the name, so a missing text does not mean an empty one.
  const bio = person.biography ?? person.abstract ?? person.description;
  return {
    where,
    id: identifierOf(person.id) ?? lineOf(person.guid) ?? lineOf(person.code),
    name: names.map(lineOf).find(Boolean),
    bio: bio === undefined ? undefined : (textOf(bio) ?? null),
    picture: lineOf(person.avatar) ?? lineOf(person.avatar_url),
    talks: [],
  };
}
