import { InputError } from '../platform/inputError.ts';
import { isRecord, listOf, recordsOf } from './coerce.ts';
import { conferenceOf, findXmlRoot } from './frabConference.ts';

/** The formats of a file, with their names for messages. */
export const SCHEDULE_FORMATS = {
  'sessionize-grid': "Sessionize's GridSmart view",
  'sessionize-all': "Sessionize's All view",
  'sessionize-sessions': "Sessionize's Sessions view",
  'sessionize-speakers': "Sessionize's Speakers view",
  'frab-json': 'a schedule JSON of frab, pretalx or c3voc',
  'frab-xml': 'a Pentabarf or frab schedule XML',
} as const;

export type ScheduleFormat = keyof typeof SCHEDULE_FORMATS;

const WANTED =
  "Import Sessionize's GridSmart or All view, the schedule JSON of frab, pretalx or c3voc, or a Pentabarf XML " +
  '(docs/importing.md explains where to find them).';

/**
 * Detects the format by the content. `data` is the parsed JSON, undefined for XML.
 * @throws InputError that names what the file looks like instead
 */
export function detectFormat(text: string, file: string): { format: ScheduleFormat; data: unknown } {
  const start = text.trimStart().slice(0, 1000);
  const looksLike = (what: string): never => {
    throw new InputError(`${file} ${what}. ${WANTED}`);
  };
  if (start === '') looksLike('is empty');
  if (/^<(?:!doctype html|html|head|body)\b/i.test(start)) {
    looksLike('is a web page, such as a log-in or an error page, not the data');
  }
  if (start.startsWith('<')) {
    const root = findXmlRoot(text)?.name;
    if (root !== 'schedule')
      looksLike(root ? `is XML of another kind: it begins with <${root}>` : 'is XML without content');
    return { format: 'frab-xml', data: undefined };
  }
  if (start.startsWith('BEGIN:VCALENDAR')) looksLike('is an iCalendar file');
  if (start.startsWith('PK\u0003\u0004')) looksLike('is a ZIP or Excel file');
  // The first two bytes of gzip, as decodeText.ts decodes them.
  if (start.startsWith('\u001f\u2039')) looksLike('is packed with gzip: unpack it first, with gunzip');
  if (start.startsWith('%PDF')) looksLike('is a PDF');
  if (!/^[[{]/.test(start)) looksLike('is neither JSON nor XML');
  const data = parseJson(text, file);
  return {
    format: formatOfJson(data) ?? looksLike(`is JSON, but not a schedule that can be imported: it ${describe(data)}`),
    data,
  };
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const place = Number(/position (\d+)/.exec(why)?.[1] ?? text.length);
    const line = text.slice(0, place).split('\n').length;
    const isTruncated = place >= text.trimEnd().length;
    throw new InputError(
      isTruncated
        ? `${file} ends too early, in line ${line}, inside its JSON. Download it again.`
        : `${file}:${line}: the JSON is not valid from here on. ${WANTED}`,
    );
  }
}

function formatOfJson(data: unknown): ScheduleFormat | undefined {
  if (Array.isArray(data)) {
    const rows = recordsOf(data);
    const has = (...keys: string[]) => rows.some((row) => keys.some((key) => key in row));
    if (has('rooms', 'timeSlots')) return 'sessionize-grid';
    if (has('groupId', 'groupName')) return 'sessionize-sessions';
    if (has('fullName', 'firstName', 'lastName', 'tagLine')) return 'sessionize-speakers';
    return undefined;
  }
  if (!isRecord(data)) return undefined;
  if (conferenceOf(data)) return 'frab-json';
  return Array.isArray(data.sessions) ? 'sessionize-all' : undefined;
}

function describe(data: unknown): string {
  if (Array.isArray(data) && data.length === 0)
    return 'is an empty list, as Sessionize gives it until the schedule is published';
  const [first] = listOf(data);
  const keys = isRecord(first) ? Object.keys(first).slice(0, 5).join(', ') : '';
  return `${Array.isArray(data) ? 'is a list of entries' : 'is one entry'} with ${keys ? `the keys ${keys}` : 'no keys'}`;
}
