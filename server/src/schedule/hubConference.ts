import { isRecord, type Loose, lineOf, listOf, recordOf, recordsOf } from './looseValues.ts';

/**
 * The `conference` of a schedule JSON of c3voc's second version, in which events stand in one list and only refer to
 * their rooms, tracks and people, in the form of the first.
 */
export function hubConference(schedule: Loose): Loose {
  const conference = recordOf(schedule.conference);
  const rooms = byReference(conference.rooms);
  const tracks = byReference(conference.tracks);
  const persons = byReference(schedule.persons);
  return {
    ...conference,
    events: listOf(schedule.events).map((event) =>
      isRecord(event)
        ? {
            ...event,
            room: resolve(event.room, rooms),
            track: resolve(event.track, tracks),
            persons: listOf(event.participants ?? event.persons).map((person) => resolve(person, persons)),
          }
        : event,
    ),
  };
}

/** Records by each of their names. */
const byReference = (list: unknown) =>
  new Map(
    recordsOf(list).flatMap((item) =>
      [item.guid, item.slug].flatMap((name) => (lineOf(name) ? [[lineOf(name), item] as const] : [])),
    ),
  );

/** What is referred to, with what the reference itself tells; a name alone stays as it is. */
function resolve(reference: unknown, known: ReadonlyMap<string | undefined, Loose>): unknown {
  const { guid, slug } = recordOf(reference);
  const found = [guid, slug, reference].map((name) => known.get(lineOf(name))).find(Boolean);
  return found ? { ...found, ...recordOf(reference) } : reference;
}
