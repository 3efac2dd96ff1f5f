import { createHash } from 'node:crypto';
import { LISTED } from '../identity/tickets/ticketSource.ts';
import { type CsvRow, readCsv } from '../platform/readCsv.ts';
import { type AttendeeRecord, type Entry, QUESTIONS, questionKey } from './readAttendee.ts';

/** A row of the export. `row` is its number as a spreadsheet shows it, the first being 1. */
export type AttendeeRow = { row: number } & Entry;

type Field = keyof Omit<AttendeeRecord, 'changedAt'> | 'barcode' | 'name';

/** How exports name the columns, in lower case and in order of preference. */
const NAMES: Record<Field, string[]> = {
  externalId: ['attendee #', 'attendee no.', 'attendee no', 'attendee number', 'attendee id'],
  status: ['attendee status'],
  // If there is a column for the attendee, the one without that word is the buyer's.
  firstName: ['attendee first name', 'first name', 'first'],
  lastName: ['attendee last name', 'attendee surname', 'last name', 'surname', 'last'],
  email: ['attendee email', 'email', 'e-mail', 'email address', 'e-mail address'],
  orderId: ['order #', 'order no.', 'order no', 'order number', 'order id'],
  ticketType: ['ticket type', 'ticket name'],
  phone: ['cell phone', 'mobile phone', 'mobile', 'cell phone number', 'mobile number', 'phone', 'phone number'],
  quantity: ['ticket quantity', 'quantity'],
  barcode: ['barcode number', 'barcode #', 'barcode'],
  name: ['attendee name', 'full name', 'name', 'your name', 'participant'],
  ...QUESTIONS,
};
/** More names that a list of the organizer's own may have; a question of an Eventbrite form may have them, too. */
const MORE_NAMES: Partial<Record<Field, string[]>> = {
  status: ['registration status', 'status'],
  firstName: ['given name', 'forename'],
  lastName: ['family name'],
  email: ['work email', 'business email', 'your email', 'mail'],
  phone: ['telephone', 'tel'],
};
/** What a list must have: the e-mail, by which it recognizes attendees. One column may have both names. */
const LIST: Required = { firstName: 'First Name', lastName: 'Last Name', email: 'Email' };
/** The columns that must be there, as each of Eventbrite's two reports writes them. */
const OLDER: Required = { externalId: 'Attendee #', ...LIST };
const NEWER: Required = {
  barcode: 'Barcode number',
  orderId: 'Order ID',
  firstName: 'Attendee first name',
  lastName: 'Attendee last name',
  email: 'Attendee email',
};
type Required = Partial<Record<Field, string>>;
// The keys of these object literals are fields.
const fieldsOf = (required: Required) => Object.keys(required) as Field[];
/** The header may follow a few title rows. */
const MAX_HEADER_ROW = 20;

/**
 * Reads an attendee export of Eventbrite, or a list of the organizer's own.
 * @returns its rows in order, and warnings about the whole file
 * @throws Error that names every missing column, or says what the file looks like instead
 */
export function readAttendeeCsv(text: string): { rows: AttendeeRow[]; warnings: string[] } {
  if (/^\s*(<|\{|\[|%PDF)/.test(text) || text.startsWith('PK\u0003')) {
    throw new Error(
      'it is not a CSV file: it looks like a page, a spreadsheet or another kind of file. In Excel or Google Sheets, ' +
        'save it as CSV first',
    );
  }
  const table = readCsv(text);
  const at = findHeader(table);
  const header = table[at];
  if (!header) throw new Error('it is empty');
  const { columns, warnings, isList } = findColumns(header);
  const seen = new Map<string, { row: number; cells: string }>();
  const rows = table.slice(at + 1).map((row) => readRow(row, { width: header.cells.length, columns, isList }, seen));
  return { rows, warnings };
}

/** Columns that only the newer report has. */
const NEWER_MARKS = ['barcode number', 'attendee first name'];
const NO_BARCODE =
  ' Without it, the next import cannot recognize the attendees: add the column to the report at Eventbrite and export it ' +
  'again, or import with --eventbrite EVENT_ID.';
const NO_ATTENDEE = ' Export the attendees of the event, not its orders, or import with --eventbrite EVENT_ID.';

const firstOf = (header: CsvRow, names: string[]) =>
  names.find((name) => header.cells.some((cell) => questionKey(cell) === name));
const known = (header: CsvRow, field: Field) => firstOf(header, NAMES[field]);
const knownInList = (header: CsvRow, field: Field) => known(header, field) ?? firstOf(header, MORE_NAMES[field] ?? []);

/** The index of the row with the most required columns; 0 if no row has any. */
function findHeader(table: CsvRow[]): number {
  const found = table
    .slice(0, MAX_HEADER_ROW)
    .map((row) =>
      Math.max(...[OLDER, NEWER].map((report) => fieldsOf(report).filter((field) => knownInList(row, field)).length)),
    );
  return Math.max(0, found.indexOf(Math.max(...found)));
}

interface Columns {
  columns: Partial<Record<Field, number>>;
  /** Not Eventbrite's: attendees are recognized by their e-mail. */
  isList: boolean;
}

/** The columns that Eventbrite's reports alone have, of its attendees and of its orders. */
const EVENTBRITE: Field[] = ['externalId', 'orderId', 'barcode'];

function findColumns(header: CsvRow): Columns & { warnings: string[] } {
  const hasNewerMark = firstOf(header, NEWER_MARKS) !== undefined;
  const isList = !hasNewerMark && EVENTBRITE.every((field) => !known(header, field));
  const columns: Partial<Record<Field, number>> = {};
  const warnings: string[] = [];
  for (const field of Object.keys(NAMES) as Field[]) {
    const name = isList ? knownInList(header, field) : known(header, field);
    if (!name) continue;
    const all = header.cells.flatMap((cell, index) => (questionKey(cell) === name ? [index] : []));
    columns[field] = all[0] ?? 0;
    if (all.length > 1) {
      const places = all.map((index) => index + 1).join(' and ');
      warnings.push(`columns ${places} are all named “${header.cells[columns[field]]?.trim()}”: the first is used`);
    }
  }
  const isNewer = columns.externalId === undefined && hasNewerMark;
  const required = isList ? LIST : isNewer ? NEWER : OLDER;
  const isThere = (field: Field) =>
    columns[field] !== undefined || (isList && field !== 'email' && columns.name !== undefined);
  const missing = fieldsOf(required)
    .filter((field) => !isThere(field))
    .map((field) => `“${required[field]}”`);
  if (missing.length > 0) {
    const noKey = !isList && columns.externalId === undefined && columns.barcode === undefined;
    const hint = noKey ? (isNewer ? NO_BARCODE : NO_ATTENDEE) : '';
    throw new Error(`it has no column ${missing.join(', ')} (header in row ${header.row}).${hint}`);
  }
  if (isList) {
    warnings.push(
      'there is no column “Attendee #”, so attendees are recognized by their e-mail: who gets another one counts as ' +
        'another person',
    );
  } else if (columns.status === undefined) {
    warnings.push('there is no column “Attendee Status”: everyone counts as attending and no ticket as cancelled');
  }
  return { columns, isList, warnings };
}

function readRow(
  { row, cells }: CsvRow,
  { width, columns, isList }: Columns & { width: number },
  seen: Map<string, { row: number; cells: string }>,
): AttendeeRow {
  const value = (field: Field) => {
    const column = columns[field];
    return column === undefined ? undefined : (cells[column] ?? '');
  };
  const barcode = (value('barcode') ?? '').trim();
  const made = isList
    ? { externalId: listedId(value('email') ?? '') }
    : columns.externalId === undefined
      ? numberFromBarcode((value('orderId') ?? '').trim(), barcode)
      : { externalId: (value('externalId') ?? '').trim() };
  const externalId = 'externalId' in made ? made.externalId : '';
  const reject = (rejected: string): AttendeeRow => ({ row, externalId, rejected });

  const last = Math.max(...Object.values(columns));
  if ((externalId || barcode) && cells.length <= last) return reject(`it ends after ${cells.length} of ${width} cells`);
  if (cells.slice(width).some((cell) => cell.trim())) {
    return reject(`it has ${cells.length} cells where the header has ${width}: a comma in it is not quoted`);
  }
  if ('rejected' in made) return reject(made.rejected);
  if (isList && externalId === '') return reject('no e-mail address');
  const before = seen.get(externalId);
  const same = JSON.stringify(cells);
  if (before && externalId) {
    const how = before.cells === same ? 'with the same content' : 'with other content';
    return reject(`the ${isList ? 'e-mail' : 'attendee'} is in row ${before.row} already, ${how}`);
  }
  seen.set(externalId, { row, cells: same });

  // The keys of `columns` are fields.
  const fields = Object.keys(columns) as Field[];
  const { name = '', ...stated } = Object.fromEntries(fields.map((field) => [field, value(field)]));
  return { row, record: { status: 'Attending', ...splitName(name), ...stated, externalId } };
}

/** What recognizes an attendee of a list. A hash, because it outlives an erasure: the person is not imported again. */
function listedId(email: string): string {
  const key = email.trim().toLowerCase();
  return key && `${LISTED}${createHash('sha256').update(key).digest('hex').slice(0, 20)}`;
}

/** “Ada King Byron”, or “Byron, Ada King”; the attendees confirm their names at the activation. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [before = '', after] = name.split(/,(.*)/s).map((part) => part.trim());
  if (after) return { firstName: after, lastName: before };
  const [firstName = '', ...rest] = before.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** How a ticket's barcode ends, after the numbers of its order and its attendee. */
const BARCODE_END = '001';

/**
 * Derives the attendee's number from a barcode, for a report that has only barcodes. Eventbrite's barcodes consist of
 * the order's number, the attendee's number and three digits, so the ticket matches other reports and the API.
 * A barcode of another kind, such as the organizer's own, is the key itself.
 */
function numberFromBarcode(orderId: string, barcode: string): { externalId: string } | { rejected: string } {
  if (barcode === '') return { rejected: 'it has no barcode number, which is needed to recognize the attendee again' };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(barcode) || /^\d{11,}0{5}$/.test(barcode)) {
    return {
      rejected: `a spreadsheet has rounded the barcode number to ${barcode}: import the file as Eventbrite made it`,
    };
  }
  const afterOrder = /^\d+$/.test(orderId) && barcode.startsWith(orderId) ? barcode.slice(orderId.length) : '';
  const number = afterOrder.endsWith(BARCODE_END) ? afterOrder.slice(0, -BARCODE_END.length) : '';
  if (/^[1-9]\d{5,14}$/.test(number)) return { externalId: number };
  if (/^[\w-]{4,60}$/.test(barcode)) return { externalId: `barcode-${barcode}` };
  return { rejected: `the barcode number “${barcode.slice(0, 80)}” is not made of letters and digits` };
}
