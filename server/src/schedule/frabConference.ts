import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InputError } from '../platform/inputError.ts';
import { isRecord, listOf, recordOf, recordsOf, textOf, type Untyped } from './coerce.ts';

const LISTS = new Set(['day', 'event', 'person']);
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
      index: given['@index'],
      date: given['@date'],
      day_start: given['@start'],
      rooms: recordsOf(given.room).map((room) => ({
        name: room['@name'],
        // readFrabConference reports what is not an event.
        events: listOf(room.event).map((event) => (isRecord(event) ? eventOf(event) : event)),
      })),
    })),
  };
}

const eventOf = (event: Untyped): Untyped => ({
  ...event,
  id: event['@id'] ?? event.id,
  guid: event['@guid'] ?? event.guid,
  code: event['@code'] ?? event.code,
  abstract: markupOf(event.abstract),
  description: markupOf(event.description),
  // Some exporters omit the enclosing list.
  persons: personsOf(recordOf(event.persons).person ?? event.person),
});

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the raw text of an element. Some exporters do not escape the HTML tags in it. */
function markupOf(element: unknown): string | undefined {
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

const personsOf = (persons: unknown): Untyped[] =>
  // A person without attributes is a string.
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
        ignoreAttributes: false,
        attributeNamePrefix: '@',
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
