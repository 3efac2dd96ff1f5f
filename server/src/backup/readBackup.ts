import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { migrations as ours } from '../platform/db/migrations.ts';
import { InputError } from '../platform/inputError.ts';
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackedUpRow,
  type BackupHeader,
  type RowCounts,
  type TableHeading,
} from './backupFormat.ts';
import { checkEarlier, isEarlier, translateCounts, translateRow } from './earlierBackup.ts';

const header = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.number(),
  takenAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  event: z.nullable(z.string()),
  migrations: z.array(z.string()),
});
const heading = z.object({ table: z.string(), columns: z.array(z.string()).check(z.minLength(1)) });
const trailer = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });
const row = z.array(z.nullable(z.union([z.string(), z.number()])));

/** Longer than any row, such as the report of the largest import: a file without line ends is no backup. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Reads a backup from start to end. Its rows can be trusted only once it returns, because the checksum is at the end.
 * Those of version 0.1.0 have this version's names.
 * @param onRow called with each row, in order
 * @throws InputError when the file is not a backup, is cut short or altered, or is of a version that this one cannot read
 */
export async function readBackup(
  file: string,
  onRow: (row: BackedUpRow, header: BackupHeader) => Promise<void> | void = () => {},
): Promise<{ header: BackupHeader; rows: RowCounts }> {
  const hash = createHash('sha256');
  const counted: RowCounts = {};
  let head: BackupHeader | undefined;
  let table: TableHeading | undefined;
  let end: z.infer<typeof trailer> | undefined;

  for await (const line of linesOf(file)) {
    if (end) throw damaged(file, 'there is data after its end');
    const value = parseLine(file, line);
    if (!head) {
      head = readHeader(file, value);
    } else if (Array.isArray(value)) {
      const values = row.safeParse(value);
      if (!table || !values.success || values.data.length !== table.columns.length)
        throw damaged(file, 'a row does not match its table');
      counted[table.table] = (counted[table.table] ?? 0) + 1;
      const found = { ...table, values: values.data };
      await onRow(isEarlier(head) ? translateRow(found) : found, head);
    } else if (heading.safeParse(value).success) {
      table = heading.parse(value);
      counted[table.table] = 0;
    } else {
      end = trailer.safeParse(value).data;
      if (!end) throw damaged(file, 'a line has an unknown format');
      if (end.sha256 !== hash.digest('hex')) throw damaged(file, 'its checksum differs');
    }
    if (!end) hash.update(line).update('\n');
  }
  if (!head || !end) throw cutShort(file);
  if (JSON.stringify(end.rows) !== JSON.stringify(counted)) throw damaged(file, 'rows are missing');
  return { header: head, rows: isEarlier(head) ? translateCounts(counted) : counted };
}

/** The migrations of a backup define its tables, so they must be the first of ours, or those of version 0.1.0. */
function readHeader(file: string, value: unknown): BackupHeader {
  const read = header.safeParse(value);
  if (!read.success) throw notABackup(file);
  if (isEarlier(read.data)) {
    checkEarlier(file, read.data);
    return read.data;
  }
  const { version, migrations } = read.data;
  const known = Object.keys(ours).sort();
  const unknown = migrations.find((name, position) => known[position] !== name);
  if (version > BACKUP_VERSION || unknown) {
    const what = unknown ? `: it has the migration ${unknown}, which this version lacks` : '';
    throw new InputError(`${file} is of a later version of this program${what}. Use that version.`);
  }
  return read.data;
}

/** Splits at line feeds only: JSON text may hold every other character that some tools take for a line end. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unzip = createGunzip();
  const source = createReadStream(file).on('error', (error) => unzip.destroy(error));
  const rest: Buffer[] = [];
  try {
    for await (const chunk of source.pipe(unzip) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest.splice(0), chunk.subarray(from, at)]);
        from = at + 1;
      }
      rest.push(chunk.subarray(from));
      if (rest.reduce((sum, { length }) => sum + length, 0) > MAX_LINE_BYTES) throw notABackup(file);
    }
  } catch (error) {
    throw asReadError(file, error);
  } finally {
    source.destroy();
  }
  if (rest.some(({ length }) => length > 0)) throw cutShort(file);
}

function asReadError(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  if (error.code === 'Z_BUF_ERROR') return cutShort(file);
  if (String(error.code).startsWith('Z_')) {
    return error.message === 'incorrect header check' ? notABackup(file) : damaged(file, error.message);
  }
  if (error.code === 'ENOENT') return new InputError(`${file}: there is no such file.`);
  return 'syscall' in error ? new InputError(`${file} cannot be read: ${error.message.split(',')[0]}.`) : error;
}

function parseLine(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw damaged(file, 'a line has an unknown format');
  }
}

const notABackup = (file: string) => new InputError(`${file} is not a backup of this program.`);
const cutShort = (file: string) => new InputError(`${file} is cut short: the end of the backup is missing.`);
const damaged = (file: string, how: string) => new InputError(`${file} is damaged: ${how}. Use another backup.`);
