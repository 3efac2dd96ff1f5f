import type { Kysely } from 'kysely';
import type { Database } from '../platform/db/schema.ts';

/**
 * A backup is gzipped JSON, one value per line: the header, then for each table its heading and its rows as lists, then
 * the trailer. Tables are in the order in which they can be filled.
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
  /** The names of the migrations that had been run, in order: they define the tables. */
  migrations: string[];
}

export interface TableHeading {
  table: string;
  columns: string[];
}

export type BackupValue = string | number | null;

/** One row, with where it belongs. */
export interface BackedUpRow extends TableHeading {
  values: BackupValue[];
}

/** How many rows each table has. */
export type RowCounts = Record<string, number>;

export interface BackupTrailer {
  rows: RowCounts;
  /** Of all unpacked bytes before this line, in hexadecimal. */
  sha256: string;
}

/** Tables of any version, as the database or a backup describes them. */
type AnyTables = Record<string, Record<string, BackupValue>>;

/** For tables named by the database or a backup; the database rejects a name that does not exist. */
export function anyTables(db: Kysely<Database>): Kysely<AnyTables> {
  // Kysely knows the tables of this version only; a backup may be of another.
  return db as unknown as Kysely<AnyTables>;
}
