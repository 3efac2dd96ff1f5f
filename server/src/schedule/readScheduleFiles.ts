import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText } from '../event/decodeText.ts';
import { InputError } from '../platform/inputError.ts';
import { isRecord, listOf, recordOf, recordsOf } from './coerce.ts';
import { conferenceOf, findXmlRoot, frabConference } from './frabConference.ts';
import type { ImportReport } from './importReport.ts';
import { readFrabConference } from './readFrabConference.ts';
import { readAllView, readGridView, readSessionsView, readSpeakersView } from './sessionizeSchedule.ts';
import type { SourceSchedule, SourceSpeaker } from './sourceSchedule.ts';

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

/** A schedule of thousands of sessions has a few megabytes. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Reads files of this machine (`readSchedule`). */
export const readScheduleFiles = async (
  files: string[],
  wanted: ScheduleFormat | undefined,
  report: ImportReport,
): Promise<SourceSchedule> =>
  readSchedule(
    await Promise.all(files.map(async (path) => ({ name: basename(path), ...textOfFile(await bytesOf(path)) }))),
    wanted,
    report,
  );

/** The text of a file, and whether its encoding is a guess. */
export interface TextFile {
  name: string;
  text: string;
  guessed: boolean;
}

/**
 * Reads one schedule, and an optional second file with its speakers.
 * @param wanted the required format of the schedule. Default: any
 * @throws InputError with what the files are, and what is needed
 */
export function readSchedule(
  files: TextFile[],
  wanted: ScheduleFormat | undefined,
  report: ImportReport,
): SourceSchedule {
  const schedules: SourceSchedule[] = [];
  let speakers: SourceSpeaker[] | undefined;
  for (const { name: file, text, guessed } of files) {
    if (guessed) {
      const what = `${file} is not UTF-8: it is read as Windows-1252. Check accents and quotation marks`;
      report.add('pack', 'warning', what);
    }
    const { format, data } = detectFormat(text, file);
    if (format === 'sessionize-speakers') {
      if (speakers) throw new InputError('More than one of the files is a list of speakers. Name only one.');
      speakers = readSpeakersView(listOf(data), `${file}:`);
      continue;
    }
    if (wanted && format !== wanted) {
      throw new InputError(`${file} is not ${SCHEDULE_FORMATS[wanted]}: it looks like ${SCHEDULE_FORMATS[format]}.`);
    }
    schedules.push(read(format, data, file, report));
  }

  const [schedule] = schedules;
  if (!schedule) {
    throw new InputError(
      `${SCHEDULE_FORMATS['sessionize-speakers']} has no sessions. Name the file of the GridSmart view too.`,
    );
  }
  if (schedules.length > 1) throw new InputError('More than one of the files is a schedule. Import one at a time.');
  if (speakers && schedule.origin !== 'sessionize') {
    throw new InputError(
      `${SCHEDULE_FORMATS['sessionize-speakers']} can be combined only with a schedule of Sessionize.`,
    );
  }
  return { ...schedule, speakers: speakers ?? schedule.speakers };
}

function read(format: ScheduleFormat, data: unknown, file: string, report: ImportReport): SourceSchedule {
  if (format === 'frab-xml') return readFrabConference(frabConference(String(data), file), file, report);
  if (format === 'frab-json') return readFrabConference(conferenceOf(data) ?? {}, file, report);
  if (format === 'sessionize-all') return readAllView(recordOf(data), file, report);
  const readView = format === 'sessionize-sessions' ? readSessionsView : readGridView;
  return readView(listOf(data), file, report);
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch((error: Error & { code?: string }) => {
    throw new InputError(error.code === 'ENOENT' ? `There is no file ${path}.` : `${path}: ${error.message}`);
  });
  if (!found.isFile()) throw new InputError(`${path} is not a file.`);
  if (found.size > MAX_FILE_BYTES) {
    throw new InputError(
      `${path} has ${Math.round(found.size / 1024 / 1024)} MB, more than the ${MAX_FILE_BYTES / 1024 / 1024} MB that a schedule may have. Check that it is the right file.`,
    );
  }
  return readFile(path);
}

/** Decodes XML in the encoding that its first line declares, and anything else as decodeText.ts does. */
export function textOfFile(bytes: Uint8Array): Pick<TextFile, 'text' | 'guessed'> {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(start)?.[1];
  // decodeText.ts handles UTF-8 and UTF-16.
  if (declared && !/^utf-?(?:8|16)/i.test(declared)) {
    try {
      return { text: new TextDecoder(declared).decode(bytes), guessed: false };
    } catch {
      // An unknown encoding: detect it instead.
    }
  }
  const { text, encoding } = decodeText(bytes);
  return { text, guessed: encoding === 'windows-1252' };
}

/** How other files than spreadsheets begin; `detectFormat` says what they are. */
const OTHERS = ['<', '{', '[', 'BEGIN:VCALENDAR', 'PK\u0003\u0004', '\u001f\u2039', '%PDF'];

/** Whether the text may be a spreadsheet, as CSV or TSV. */
export function isTable(text: string): boolean {
  const start = text.trimStart();
  return start !== '' && !OTHERS.some((other) => start.startsWith(other));
}

/**
 * Detects the format by the content. `data` is the parsed JSON, or the text of XML.
 * @throws InputError that names what the file looks like instead
 */
function detectFormat(text: string, file: string): { format: ScheduleFormat; data: unknown } {
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
    return { format: 'frab-xml', data: text };
  }
  if (start.startsWith('BEGIN:VCALENDAR')) looksLike('is an iCalendar file');
  if (start.startsWith('PK\u0003\u0004'))
    looksLike('is a ZIP or Excel file: save a workbook as CSV, and import that in the console');
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
