import type { Snapshot } from '../platform/db/openSnapshot.ts';
import type { EventRow } from '../platform/db/schema.ts';

/**
 * How a column is told. `flag`: 0 or 1 in the row, yes or no in CSV, true or false in JSON. `time`: milliseconds in the
 * row, told twice: in UTC, and in a second column as the clocks of the event showed it. `list`: in one cell of CSV,
 * separated by semicolons.
 */
type ColumnKind = 'text' | 'number' | 'flag' | 'time' | 'list';

interface Column {
  kind: ColumnKind;
  meaning: string;
}

export type Cell = string | number | null | (string | number)[];

/** What the tables of an archive are read from. */
export interface ArchiveSource {
  snapshot: Snapshot;
  event: EventRow;
}

/** A table of the archive: a CSV and a JSON file, and its part of the code book. */
export interface ArchiveTable {
  name: string;
  about: string;
  columns: Record<string, Column>;
  rows(source: ArchiveSource): AsyncIterable<Record<string, Cell>>;
}

/** @param table whose rows have exactly the columns that it explains */
export const archiveTable = <Name extends string>(
  table: ArchiveTable & {
    columns: Record<Name, Column>;
    rows(source: ArchiveSource): AsyncIterable<Record<Name, Cell>>;
  },
): ArchiveTable => table;

const column =
  (kind: ColumnKind) =>
  (meaning: string): Column => ({ kind, meaning });
export const text = column('text');
export const number = column('number');
export const flag = column('flag');
export const time = column('time');
export const list = column('list');

/** The field beside a time's own that tells it in the event's zone. */
export const localName = (name: string): string => `${name}_local`;

/** One row as it is told: times as text, in both zones. */
export function tellRow(
  columns: ArchiveTable['columns'],
  row: Record<string, Cell>,
  inEventZone: Intl.DateTimeFormat,
): Record<string, Cell | boolean> {
  const told: Record<string, Cell | boolean> = {};
  for (const [name, { kind }] of Object.entries(columns)) {
    const value = row[name] ?? null;
    if (kind === 'time') {
      told[name] = typeof value === 'number' ? new Date(value).toISOString() : null;
      told[localName(name)] = typeof value === 'number' ? inEventZone.format(value) : null;
    } else {
      told[name] = kind === 'flag' && value !== null ? value === 1 : value;
    }
  }
  return told;
}

/** `2031-06-10 09:00:00`, as clocks in that zone show it: what spreadsheets take for a time. */
export const wallClock = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
