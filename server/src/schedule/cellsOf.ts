import type { TableField } from '@companion/contract/staff/programmeImport';
import type { CsvRow } from '../platform/readCsv.ts';
import { lineOf, textOf } from './coerce.ts';
import { quote } from './readMoment.ts';
import type { Column } from './tableColumns.ts';

/** The cells of a row, by what their column is. */
export interface Cells {
  /** For messages: `row 7`. */
  where: string;
  line(field: TableField): string | undefined;
  text(field: TableField): string | undefined;
  /** Of all columns that are this field. */
  all(field: TableField): string[];
  /** `row 7, column "Start"`. */
  place(field: TableField): string;
}

export function cellsOf({ row, cells }: CsvRow, columns: Column[]): Cells {
  const where = `row ${row}`;
  const at = (field: TableField) => columns.findIndex((column) => column.field === field);
  return {
    where,
    line: (field) => lineOf(cells[at(field)]),
    text: (field) => textOf(cells[at(field)]),
    all: (field) => columns.flatMap((column, index) => (column.field === field ? (textOf(cells[index]) ?? []) : [])),
    place: (field) => `${where}, column ${quote(columns[at(field)]?.header ?? field)}`,
  };
}
