import { CsvError, parse } from 'csv-parse/sync';

/** A record of a CSV file, with its number. */
export interface CsvRow {
  row: number;
  cells: string[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads CSV as spreadsheets write it: with any of four delimiters, any line ends, quoted line breaks and a `sep=` line.
 * Blank lines are left out, but counted.
 * @throws Error that names the row in which a quotation mark is not closed
 */
export function readCsv(text: string): CsvRow[] {
  const separator = /^sep=(.)\r?\n?/i.exec(text)?.[1];
  try {
    const records: string[][] = parse(text, {
      delimiter: separator ?? likeliestDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
    return records
      .map((cells, index) => ({ row: index + 1, cells }))
      .filter(({ row, cells }) => cells.some((cell) => cell.trim()) && !(separator && row === 1));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = typeof error.records === 'number' ? ` after row ${error.records}` : '';
    throw new Error(`it is not a CSV file: a quotation mark${row} is never closed (${error.code})`);
  }
}

/** The most frequent delimiter of the first line that has one, outside of quotation marks. */
function likeliestDelimiter(text: string): string {
  for (const line of text.split(/[\r\n]+/, 20)) {
    const bare = line.replace(/"[^"]*"/g, '');
    const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length - 1);
    const most = Math.max(...counts);
    if (most > 0) return DELIMITERS[counts.indexOf(most)] ?? ',';
  }
  return ',';
}
