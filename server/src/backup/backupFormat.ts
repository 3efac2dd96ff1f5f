import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/**
 * A back-up is gzipped JSON, one value a line: the header, then for each table its heading followed by its rows as
 * lists, then the trailer. Tables stand in the order in which they can be filled.
 */
export const BACKUP_FORMAT = 'summit-companion back-up';
export const BACKUP_VERSION = 1;

export interface BackupHeader {
  format: typeof BACKUP_FORMAT;
  version: number;
  /** ISO 8601. */
  takenAt: string;
  engine: 'sqlite' | 'postgres';
  /** The event's name; null before one was loaded. */
  event: string | null;
  /** The names of those that had been run, in order: they say what the tables are. */
  migrations: string[];
}

export interface TableHeading {
  table: string;
  columns: string[];
}

export type BackupValue = string | number | null;

/** How many rows each table has. */
export type RowCounts = Record<string, number>;

export interface BackupTrailer {
  rows: RowCounts;
  /** Of every byte before this line, unpacked, in hexadecimal. */
  sha256: string;
}

/** Tables as a back-up knows them: by what the database, or the file, says of them. */
type AnyTables = Record<string, Record<string, BackupValue>>;

/** For tables that the database or a back-up has named: one that is not there is refused by the database. */
export function anyTables(db: Kysely<Database>): Kysely<AnyTables> {
  // Kysely knows the tables of this version only, and a back-up may be of another.
  return db as unknown as Kysely<AnyTables>;
}
