import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { namesOf } from '../event/eventQueries.ts';
import { announcementTables } from './announcementTables.ts';
import { answerAndVoteTables } from './answerAndVoteTables.ts';
import { type ArchiveSource, type ArchiveTable, type Cell, exportRow, wallClock } from './archiveTable.ts';
import { CODE_BOOK_HEADER, codeBook, readMe } from './codeBook.ts';
import { csvFile, csvRows } from './csvRows.ts';
import { eventTables } from './eventTables.ts';
import { peopleTables } from './peopleTables.ts';
import { summaryTables } from './summaryTables.ts';

/** Rows in memory at a time. */
const BATCH_SIZE = 50;

type ExportedRow = Record<string, Cell | boolean>;

/** Every table of the archive, in the order in which it is written. */
const archiveTablesOf = ({ event }: ArchiveSource): ArchiveTable[] => [
  ...[...peopleTables, ...answerAndVoteTables, ...announcementTables, ...eventTables],
  ...summaryTables(namesOf(event).organizationTypes),
];

/**
 * Writes the archive as a zip file, and ends the stream. The same snapshot gives the same bytes, except for the time.
 * @param takenAt in milliseconds
 * @returns how many rows each table has
 */
export async function writeArchive(
  source: ArchiveSource,
  out: Writable,
  takenAt: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const archiveTables = archiveTablesOf(source);
  const zip = new ZipFile();
  let entry: Readable | undefined;
  const add = (path: string, write: () => AsyncIterable<string> | string[]) => {
    // Opened only when it is written: the snapshot runs one query at a time.
    zip.addReadStreamLazy(path, { mtime: new Date(takenAt), mode: 0o100600 }, (give) => {
      entry = Readable.from(write()).on('error', (error) => output.destroy(error));
      give(null, entry);
    });
  };
  // A PassThrough that yazl types more narrowly.
  const output = zip.outputStream as Readable;

  for (const table of archiveTables) {
    add(`csv/${table.name}.csv`, () => csvText(source, table));
    add(`json/${table.name}.json`, () => jsonText(source, table, counts));
  }
  add('codebook.csv', () => [csvFile([CODE_BOOK_HEADER, ...codeBook(archiveTables, source.event.time_zone)])]);
  add('README.txt', () => {
    const tables = archiveTables.map((table) => ({ ...table, count: counts[table.name] ?? 0 }));
    return [readMe(source, tables, takenAt)];
  });
  zip.end();
  try {
    await pipeline(output, out);
  } finally {
    entry?.destroy();
  }
  return counts;
}

async function* csvText(source: ArchiveSource, table: ArchiveTable): AsyncGenerator<string> {
  yield csvFile([Object.keys(exportRow(table.columns, {}, wallClock(source.event.time_zone)))]);
  for await (const batch of batches(source, table)) yield csvRows(batch.map((row) => Object.values(row)));
}

/** @param counts receives the number of rows */
async function* jsonText(
  source: ArchiveSource,
  table: ArchiveTable,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const batch of batches(source, table)) {
    yield `${count === 0 ? '[\n' : ',\n'}${batch.map((row) => JSON.stringify(row)).join(',\n')}`;
    count += batch.length;
  }
  counts[table.name] = count;
  yield count === 0 ? '[]\n' : '\n]\n';
}

async function* batches(source: ArchiveSource, { columns, rows }: ArchiveTable): AsyncGenerator<ExportedRow[]> {
  const inEventZone = wallClock(source.event.time_zone);
  let batch: ExportedRow[] = [];
  for await (const row of rows(source)) {
    batch.push(exportRow(columns, row, inEventZone));
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
