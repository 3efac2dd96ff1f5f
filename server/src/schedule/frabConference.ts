import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InputError } from '../platform/errors.ts';
import { isRecord, type Loose, listOf, recordOf, recordsOf, textOf } from './looseValues.ts';

const LISTS = new Set(['day', 'event', 'person']);
/** Where a schedule has rooms and not, as inside an event, the name of one. */
const isRoomOfDay = (path: string) => path === 'schedule.day.room';

/** The `conference` of a Pentabarf or frab XML schedule, in the form of the JSON schedule. */
export function frabConference(xml: string, file: string): Loose {
  const prolog = xml.slice(0, Math.max(0, xml.indexOf('<schedule')));
  if (/<!DOCTYPE[^>]*\[/i.test(prolog)) {
    throw new InputError(`${file} declares entities of its own, which no schedule needs: it is not read.`);
  }
  const { schedule } = parse(xml.trimStart(), file);
  const { conference, day } = recordOf(schedule);
  return {
    ...recordOf(conference),
    // In the XML this element is the number of days.
    days: recordsOf(day).map((given) => ({
      index: given['@index'],
      date: given['@date'],
      day_start: given['@start'],
      rooms: recordsOf(given.room).map((room) => ({
        name: room['@name'],
        // What is none is left as it is, and named by whoever reads it.
        events: listOf(room.event).map((event) => (isRecord(event) ? eventOf(event) : event)),
      })),
    })),
  };
}

const eventOf = (event: Loose): Loose => ({
  ...event,
  id: event['@id'] ?? event.id,
  guid: event['@guid'] ?? event.guid,
  code: event['@code'] ?? event.code,
  abstract: wordsOf(event.abstract),
  description: wordsOf(event.description),
  // Some leave the list around them out.
  persons: personsOf(recordOf(event.persons).person ?? event.person),
});

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of an element that is handed over as it is written: some leave the tags of HTML in it as they are. */
function wordsOf(element: unknown): string | undefined {
  const written = textOf(element);
  const parts = written?.split(/<!\[CDATA\[([\s\S]*?)\]\]>/);
  const isHtml = parts?.some((part, index) => index % 2 === 0 && /<[a-z]/i.test(part));
  return parts?.map((part, index) => (index % 2 === 1 || isHtml ? part : decode(part))).join('');
}

const decode = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (entity, name, decimal, hex) => {
    if (name) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });

const personsOf = (persons: unknown): Loose[] =>
  // A person without attributes is the bare name.
  listOf(persons)
    .filter(Boolean)
    .map((person) =>
      typeof person === 'string'
        ? { name: person }
        : {
            ...recordOf(person),
            id: recordOf(person)['@id'],
            guid: recordOf(person)['@guid'],
            code: recordOf(person)['@code'],
          },
    );

function parse(xml: string, file: string): Loose {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) {
    const { line, msg } = valid.err;
    // Of what was left open it tells a list without a place.
    const why = msg.startsWith("Invalid '[") ? 'it breaks off before its end' : msg.split('\n')[0]?.replace(/\.$/, '');
    throw new InputError(`${file}:${line}: is not complete XML: ${why}. Was the download complete?`);
  }
  try {
    return recordOf(
      new XMLParser({
        ignoreAttributes: false,
        attributeNamePrefix: '@',
        parseTagValue: false,
        parseAttributeValue: false,
        stopNodes: ['..abstract', '..description'],
        // &#228; too, not only the five names.
        htmlEntities: true,
        isArray: (name, path) => LISTS.has(name) || isRoomOfDay(String(path)),
      }).parse(xml),
    );
  } catch (error) {
    throw new InputError(`${file} is not read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
