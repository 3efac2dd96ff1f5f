import { stringify } from 'csv-stringify/sync';
import type { Cell } from './archiveTable.ts';

/** So that spreadsheets take the file for UTF-8. */
export const BOM = '\uFEFF';

/** Rows of CSV as RFC 4180 has it, lines ending in CR LF. */
export const csvRows = (rows: (Cell | boolean)[][]): string =>
  stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: 'windows', quote_record_delimiter: true },
  );

function csvCell(value: Cell | boolean): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return defuse(Array.isArray(value) ? value.join('; ') : value);
}

/** How a formula begins, also after blanks and in the full-width letters that some spreadsheets accept. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** A phone number or a negative number begins like one, and is none. */
const PLAIN = /^(?:\+\d{7,15}|-\d+(?:[.,]\d+)?)$/;

/** What people typed must never run in the spreadsheet of who reads it: an apostrophe makes it text. */
const defuse = (text: string): string => (FORMULA.test(text) && !PLAIN.test(text) ? `'${text}` : text);
