import { isRecord, lineOf, listOf, recordOf, recordsOf, type Untyped } from './coerce.ts';

/**
 * Converts version 2 of c3voc's schedule JSON, whose events are one list and refer to rooms, tracks and people, to the
 * `conference` of version 1.
 */
export function hubConference(schedule: Untyped): Untyped {
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

/** Indexes records by guid and by slug. */
const byReference = (list: unknown) =>
  new Map(
    recordsOf(list).flatMap((item) =>
      [item.guid, item.slug].flatMap((name) => (lineOf(name) ? [[lineOf(name), item] as const] : [])),
    ),
  );

/** Merges a record with the fields of a reference to it. A name alone stays unchanged. */
function resolve(reference: unknown, known: ReadonlyMap<string | undefined, Untyped>): unknown {
  const { guid, slug } = recordOf(reference);
  const found = [guid, slug, reference].map((name) => known.get(lineOf(name))).find(Boolean);
  return found ? { ...found, ...recordOf(reference) } : reference;
}
