import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type ArchiveSource, type ArchiveTable, type Cell, tellRow, wallClock } from './archiveTable.ts';
import { archiveTables } from './archiveTables.ts';
import { CODE_BOOK_HEADER, codeBook, readMe } from './codeBook.ts';
import { BOM, csvRows } from './csvRows.ts';

/** Rows that are in memory at a time. */
const BATCH = 50;

type Told = Record<string, Cell | boolean>;

/**
 * Writes the archive as a zip file, and ends the stream. The same snapshot makes the same bytes, but for the time.
 * @param takenAt in milliseconds
 * @returns how many rows each table has
 */
export async function writeArchive(
  source: ArchiveSource,
  out: Writable,
  takenAt: number,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const zip = new ZipFile();
  let entry: Readable | undefined;
  const add = (path: string, write: () => AsyncIterable<string> | string[]) => {
    // Opened when its turn has come: the snapshot answers one query at a time.
    zip.addReadStreamLazy(path, { mtime: new Date(takenAt), mode: 0o100600 }, (give) => {
      entry = Readable.from(write()).on('error', (error) => output.destroy(error));
      give(null, entry);
    });
  };
  // yazl types it as what it is used as; it is a PassThrough.
  const output = zip.outputStream as Readable;

  for (const table of archiveTables) {
    add(`csv/${table.name}.csv`, () => csvText(source, table));
    add(`json/${table.name}.json`, () => jsonText(source, table, counts));
  }
  add('codebook.csv', () => [BOM + csvRows([CODE_BOOK_HEADER, ...codeBook(archiveTables, source.event.time_zone)])]);
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
  yield BOM + csvRows([Object.keys(tellRow(table.columns, {}, wallClock(source.event.time_zone)))]);
  for await (const batch of batches(source, table)) yield csvRows(batch.map((row) => Object.values(row)));
}

/** @param counts is told how many rows there were */
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

async function* batches(source: ArchiveSource, { columns, rows }: ArchiveTable): AsyncGenerator<Told[]> {
  const inEventZone = wallClock(source.event.time_zone);
  let batch: Told[] = [];
  for await (const row of rows(source)) {
    batch.push(tellRow(columns, row, inEventZone));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
