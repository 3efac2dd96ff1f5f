import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InputError } from '../platform/inputError.ts';
import { isRecord, lineOf, listOf, recordOf, recordsOf, textOf, type Untyped } from './coerce.ts';

/** Returns the conference of a schedule JSON. Some exporters omit the outer object. */
export function conferenceOf(data: unknown): Record<string, unknown> | undefined {
  const outer = isRecord(data) && isRecord(data.schedule) ? data.schedule : data;
  if (isRecord(outer) && isRecord(outer.conference) && Array.isArray(outer.events)) return hubConference(outer);
  const conference = isRecord(outer) && isRecord(outer.conference) ? outer.conference : outer;
  return isRecord(conference) && Array.isArray(conference.days) ? conference : undefined;
}

/**
 * Converts version 2 of c3voc's schedule JSON, whose events are one list and refer to rooms, tracks and people, to the
 * `conference` of version 1.
 */
function hubConference(schedule: Untyped): Untyped {
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

const LISTS = new Set(['day', 'event', 'person']);
/** Elements whose attributes are read like elements inside them. */
const WITH_ATTRIBUTES = /(?:^schedule\.day(?:\.room)?|\.event|\.person)$/;
/** A room with its events. Inside an event, `room` is only a name. */
const isRoomOfDay = (path: string) => path === 'schedule.day.room';

/**
 * What may stand before the root element, and the beginning of the first one, with its name. Without its end it goes on
 * to the end of the text, so that a file of many beginnings takes no longer.
 */
const MARKUP = /<\?[\s\S]*?(?:\?>|$)|<!--[\s\S]*?(?:-->|$)|<![^>[]*(?:[>[]|$)|<([\w:-]+)/g;
/** A document type declares nothing itself. With a bracket, declarations follow. */
const PLAIN_DOCTYPE = /^<!DOCTYPE[^[]*$/i;

/** Finds the root element of XML: its name, where it begins, and whether declarations such as entities precede it. */
export function findXmlRoot(xml: string): { name: string; at: number; hasDeclarations: boolean } | undefined {
  let hasDeclarations = false;
  for (const { 0: found, 1: name, index } of xml.matchAll(MARKUP)) {
    if (name) return { name, at: index, hasDeclarations };
    hasDeclarations ||= /^<!(?!--)/.test(found) && !PLAIN_DOCTYPE.test(found);
  }
  return undefined;
}

/** Converts a Pentabarf or frab XML schedule to the `conference` of the JSON schedule. */
export function frabConference(xml: string, file: string): Untyped {
  const root = findXmlRoot(xml);
  if (root?.hasDeclarations) {
    throw new InputError(
      `${file} declares XML entities, which no schedule needs, so it was not read. Export the schedule again.`,
    );
  }
  const { schedule } = parse(xml.trimStart(), xml.slice(root?.at ?? 0), file);
  const { conference, day } = recordOf(schedule);
  return {
    ...recordOf(conference),
    // In the XML this element is the number of days.
    days: recordsOf(day).map((given) => ({
      ...given,
      rooms: recordsOf(given.room).map((room) => ({
        name: room.name,
        // readFrabConference reports what is not an event.
        events: listOf(room.event).map((event) => (isRecord(event) ? eventOf(event) : event)),
      })),
    })),
  };
}

const eventOf = (event: Untyped): Untyped => ({
  ...event,
  abstract: markupOf(event.abstract),
  description: markupOf(event.description),
  // Some exporters omit the enclosing list.
  persons: personsOf(recordOf(event.persons).person ?? event.person),
});

const CDATA = /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g;
const textParser = new XMLParser({ parseTagValue: false, trimValues: false, htmlEntities: true });

/** Decodes the raw text of an element. Some exporters do not escape the HTML tags in it. */
function markupOf(element: unknown): string | undefined {
  const written = textOf(element);
  if (written === undefined) return undefined;
  if (/<[a-z]/i.test(written.replace(CDATA, ''))) return written.replace(CDATA, '$1');
  return textOf(recordOf(textParser.parse(`<text>${written}</text>`)).text);
}

/** A person without attributes is a string. */
const personsOf = (persons: unknown): Untyped[] =>
  listOf(persons)
    .filter(Boolean)
    .map((person) => (isRecord(person) ? person : { name: person }));

/** @param content from the root element on */
function parse(xml: string, content: string, file: string): Untyped {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) {
    const { line, msg } = valid.err;
    // For unclosed elements the validator gives a list without a line.
    const why = msg.startsWith("Invalid '[") ? 'it ends too early' : msg.split('\n')[0]?.replace(/\.$/, '');
    throw new InputError(`${file}:${line}: the XML is not valid: ${why}. Download the file again.`);
  }
  try {
    return recordOf(
      new XMLParser({
        // Those of other elements, such as `slug`, are not their text.
        ignoreAttributes: (_, path) => !WITH_ATTRIBUTES.test(String(path)),
        attributeNamePrefix: '',
        parseTagValue: false,
        parseAttributeValue: false,
        stopNodes: ['..abstract', '..description'],
        // Numeric entities such as &#228; too.
        htmlEntities: true,
        isArray: (name, path) => LISTS.has(name) || isRoomOfDay(String(path)),
        // The parser reads one document type wherever it is: after this one it rejects any, and with it all entities.
      }).parse(`<!DOCTYPE schedule>${content}`),
    );
  } catch (error) {
    throw new InputError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
