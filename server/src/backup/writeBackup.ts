import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { InputError } from '../platform/inputError.ts';
import type { Snapshot } from '../platform/openSnapshot.ts';
import { isoTime } from '../platform/time.ts';
import {
  anyTables,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupHeader,
  type BackupTrailer,
  type RowCounts,
} from './backupFormat.ts';
import { listTables } from './listTables.ts';

/** Characters written at a time. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * Writes everything in a snapshot as a backup, and ends the stream.
 * @param takenAt in milliseconds
 * @throws InputError when the database has no tables
 */
export async function writeBackup(snapshot: Snapshot, out: Writable, takenAt: number): Promise<RowCounts> {
  const rows: RowCounts = {};
  await pipeline(backupText(snapshot, takenAt, rows), createGzip(), out);
  return rows;
}

/** @param rows receives the number of rows of each table */
async function* backupText(snapshot: Snapshot, takenAt: number, rows: RowCounts): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let chunk = '';
  const add = (line: unknown) => {
    chunk += `${JSON.stringify(line)}\n`;
  };
  const tables = await listTables(snapshot.db, snapshot.engine);
  if (tables.length === 0) throw new InputError('There is nothing to back up: the database is empty.');
  add(await headerOf(snapshot, takenAt));
  for (const table of tables) {
    rows[table.name] = 0;
    add({ table: table.name, columns: table.columns });
    for await (const row of snapshot.rows(anyTables(snapshot.db).selectFrom(table.name).select(table.columns))) {
      rows[table.name] = (rows[table.name] ?? 0) + 1;
      add(table.columns.map((column) => row[column]));
      if (chunk.length < CHUNK_LENGTH) continue;
      hash.update(chunk);
      yield chunk;
      chunk = '';
    }
  }
  hash.update(chunk);
  yield chunk;
  const trailer: BackupTrailer = { rows, sha256: hash.digest('hex') };
  yield `${JSON.stringify(trailer)}\n`;
}

async function headerOf({ db, engine }: Snapshot, takenAt: number): Promise<BackupHeader> {
  const event = await db.selectFrom('events').select('name').executeTakeFirst();
  const { rows: migrations } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    takenAt: isoTime(takenAt),
    engine,
    event: event?.name ?? null,
    migrations: migrations.map(({ name }) => name),
  };
}
