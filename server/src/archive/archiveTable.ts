import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { EventRow } from '../platform/db/eventSchema.ts';
import type { Snapshot } from '../platform/openSnapshot.ts';
import { isoTime } from '../platform/time.ts';

/**
 * How a column is exported. `flag`: 0 or 1 in the row, yes or no in CSV, true or false in JSON. `time`: milliseconds in
 * the row, exported as two columns: in UTC and in the event's time zone. `list`: in CSV one cell, separated by
 * semicolons; a row may have it as JSON.
 */
type ColumnKind = 'text' | 'number' | 'flag' | 'time' | 'list';

interface Column {
  kind: ColumnKind;
  meaning: string;
  /** For {@link selectedTable}: the column or expression that it is read from; default: the column of its name. */
  from: string | RawBuilder<Cell> | undefined;
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

/** @param table its rows have exactly the columns that it explains */
export const archiveTable = <Name extends string>(
  table: ArchiveTable & {
    columns: Record<Name, Column>;
    rows(source: ArchiveSource): AsyncIterable<Record<Name, Cell>>;
  },
): ArchiveTable => table;

/** @param query selects nothing: every column follows from its declaration */
export const selectedTable = <DB, Tables extends keyof DB>({
  query,
  ...table
}: Omit<ArchiveTable, 'rows'> & {
  query(snapshot: Snapshot): SelectQueryBuilder<DB, Tables, object>;
}): ArchiveTable => ({
  ...table,
  rows: ({ snapshot }) => {
    const columns = Object.entries(table.columns).map(([name, { from = name }]) =>
      (typeof from === 'string' ? sql.ref<Cell>(from) : from).as(name),
    );
    return snapshot.rows(query(snapshot).select(columns));
  },
});

const column =
  (kind: ColumnKind) =>
  (meaning: string, from?: Column['from']): Column => ({ kind, meaning, from });
export const text = column('text');
export const number = column('number');
export const flag = column('flag');
export const time = column('time');
export const list = column('list');

/** The name of the second column of a time, in the event's time zone. */
export const localName = (name: string): string => `${name}_local`;

/** One row in its exported form: times as text, in both zones. */
export function exportRow(
  columns: ArchiveTable['columns'],
  row: Record<string, Cell>,
  inEventZone: Intl.DateTimeFormat,
): Record<string, Cell | boolean> {
  const exported: Record<string, Cell | boolean> = {};
  for (const [name, { kind }] of Object.entries(columns)) {
    const value = row[name] ?? null;
    if (kind === 'time') {
      exported[name] = typeof value === 'number' ? isoTime(value) : null;
      exported[localName(name)] = typeof value === 'number' ? inEventZone.format(value) : null;
    } else if (kind === 'list' && typeof value === 'string') {
      exported[name] = JSON.parse(value);
    } else {
      exported[name] = kind === 'flag' && value !== null ? value === 1 : value;
    }
  }
  return exported;
}

/** Formats a time in that zone as `2031-06-10 09:00:00`, which spreadsheets recognize. */
export const wallClock = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });

/** Transforms rows one by one, without holding them all in memory. */
export async function* mapAsync<Row, Result>(
  rows: AsyncIterable<Row>,
  transform: (row: Row) => Result,
): AsyncGenerator<Result> {
  for await (const row of rows) yield transform(row);
}
