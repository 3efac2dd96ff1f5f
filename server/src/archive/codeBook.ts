import { isoTime } from '../platform/time.ts';
import { type ArchiveSource, type ArchiveTable, localName } from './archiveTable.ts';

/** What each kind of column holds, for the code book. */
const KINDS: Record<ArchiveTable['columns'][string]['kind'], string> = {
  text: 'text',
  number: 'number',
  flag: 'yes or no; in JSON true or false',
  time: 'time in UTC, ISO 8601',
  list: 'list, separated by semicolons; in JSON a list',
};

export const CODE_BOOK_HEADER = ['table', 'column', 'holds', 'meaning'];

/** Every column of every table, with what it holds and means. */
export function codeBook(tables: ArchiveTable[], zone: string): string[][] {
  return tables.flatMap(({ name: table, columns }) =>
    Object.entries(columns).flatMap(([name, { kind, meaning }]) => {
      const own = [table, name, KINDS[kind], meaning];
      if (kind !== 'time') return [own];
      return [own, [table, localName(name), `time in ${zone}`, `The same as ${name}.`]];
    }),
  );
}

/** The text that explains an archive to its reader. */
export function readMe(
  { event }: ArchiveSource,
  tables: (ArchiveTable & { count: number })[],
  takenAt: number,
): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  return [
    `${event.name}: all data of its attendees, as of ${isoTime(takenAt)}`,
    '',
    'It holds names, e-mail addresses and phone numbers: protect it, and delete it when you no longer need it.',
    '',
    'csv/NAME.csv    for spreadsheets: UTF-8 with a byte order mark, commas, lines end in CR LF',
    'json/NAME.json  the same data, exactly as stored, for programs',
    'codebook.csv    every column of every file: what it holds and means',
    '',
    'In CSV, text that a spreadsheet would run as a formula has an added apostrophe at its start.',
    `Each time has two columns: in UTC, and in ${event.time_zone} in a column whose name ends in _local.`,
    'Items and questions that the event no longer has are included and marked as removed.',
    'Passwords, sign-in codes, tokens and the texts of messages are not included.',
    '',
    'NAME, number of rows, and what they are:',
    ...tables.map(({ name, count, about }) => `${name.padEnd(width)}  ${String(count).padStart(7)}  ${about}`),
    '',
  ].join('\r\n');
}
