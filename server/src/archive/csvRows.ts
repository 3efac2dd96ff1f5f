import { stringify } from 'csv-stringify/sync';
import type { Cell } from './archiveTable.ts';

/** Makes spreadsheets read the file as UTF-8. */
const BOM = '\uFEFF';

export type CsvRow = (Cell | boolean)[];

/** Where a spreadsheet may split a cell or trim it, whatever it takes for the separator of cells and for a line end. */
const SPLITTABLE = /[\t;|"\v\f\r\n\u0085\u2028\u2029]|^\s|\s$/;

/** A whole file of CSV. */
export const csvFile = (rows: CsvRow[]): string => BOM + csvRows(rows);

/** Rows of CSV by RFC 4180; lines end in CR LF. */
export const csvRows = (rows: CsvRow[]): string =>
  stringify(
    rows.map((row) => row.map(csvCell)),
    { record_delimiter: 'windows', quoted_match: SPLITTABLE },
  );

function csvCell(value: Cell | boolean): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return defuse(Array.isArray(value) ? value.join('; ') : value);
}

/** The start of a formula, also after blanks and in the full-width characters that some spreadsheets accept. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
/** Phone numbers and negative numbers begin like a formula, but are safe. */
const PLAIN = /^(?:\+\d{7,15}|-\d+(?:[.,]\d+)?)$/;

/**
 * The same inside of a text. A spreadsheet whose language separates cells by something else than commas finds our quotes
 * in the middle of a cell, where they mean nothing: it begins another one at each of these. Ours are doubled, which it may
 * read as an empty text before the formula.
 */
const INNER_FORMULA =
  /([\t;|\v\f\r\n\u0085\u2028\u2029](?:[^\S\t\v\f\r\n\u2028\u2029]|")*)(?=[=+\-@＝＋－＠])(?!(?:\+\d{7,15}|-\d+(?:[.,]\d+)?) *(?:[\t;|\v\f\r\n\u0085\u2028\u2029]|$))/gu;

/** Text that people typed must never run in the reader's spreadsheet: an apostrophe makes it text. */
function defuse(text: string): string {
  const inside = text.replace(INNER_FORMULA, "$1'");
  return FORMULA.test(text) && !PLAIN.test(text) ? `'${inside}` : inside;
}
