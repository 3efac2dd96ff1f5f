import { describe, expect, test } from 'vitest';
import { externalIdOf } from './readAttendee.ts';
import { type AttendeeRow, readAttendeeCsv } from './readAttendeeCsv.ts';

/** A row as one line of text. */
const short = (row: AttendeeRow) => {
  if ('rejected' in row) return `${row.row} ${row.externalId} rejected: ${row.rejected}`;
  const { externalId, status, firstName, lastName, email } = row.record;
  return `${row.row} ${[externalId, status, firstName, lastName, email].join('|')}`;
};
const read = (text: string) => readAttendeeCsv(text).rows.map(short);

const HEADER = 'Attendee #,First Name,Last Name,Email,Attendee Status';
const ADA = '1,Ada,Byron,ada@example.com,Attending';
const BO = '2,Bo,Lee,bo@example.com,Deleted';

describe('readAttendeeCsv reads an export', () => {
  test.each([
    ['as it is', [HEADER, ADA, BO].join('\n')],
    ['with the line ends of Windows', [HEADER, ADA, BO, ''].join('\r\n')],
    ['with the line ends of an old Macintosh', [HEADER, ADA, BO].join('\r')],
    ['with semicolons', [HEADER, ADA, BO].join('\n').replaceAll(',', ';')],
    ['with tabs', [HEADER, ADA, BO].join('\n').replaceAll(',', '\t')],
    ['with everything in quotation marks', [HEADER, ADA, BO].join('\n').replace(/[^,\n]+/g, '"$&"')],
    ['with a question that contains a semicolon', [`${HEADER},A; or B?`, `${ADA},A`, `${BO},B`].join('\n')],
    ['with more columns between', [`x,${HEADER}`, `,${ADA}`, `,${BO}`].join('\n')],
    ['with headings in capitals and spaces', [HEADER.toUpperCase().replaceAll(',', ' , '), ADA, BO].join('\n')],
    ['with empty cells missing at the end', [`${HEADER},Company`, ADA, BO].join('\n').replace(',Company', ',Note')],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(['2 1|Attending|Ada|Byron|ada@example.com', '3 2|Deleted|Bo|Lee|bo@example.com']);
  });

  test('with its columns in any order, and with other questions', () => {
    const text =
      'Email,How did you hear?,Attendee Status,Last Name,First Name,Attendee #\na@b.co,"x, y",Attending,B,A,7';
    expect(read(text)).toEqual(['2 7|Attending|A|B|a@b.co']);
  });

  test('with the headings of other countries’ English', () => {
    expect(read('Attendee no.,First Name,Surname,Email\n7,A,B,a@b.co')).toEqual(['2 7|Attending|A|B|a@b.co']);
  });

  test('with row numbers as in a spreadsheet: a blank row counts, and a quoted line break does not', () => {
    const text = [HEADER, '', ADA.replace('Byron', '"Byron\nLovelace"'), ',,,,', BO].join('\n');
    expect(read(text)).toEqual([
      '3 1|Attending|Ada|Byron\nLovelace|ada@example.com',
      '5 2|Deleted|Bo|Lee|bo@example.com',
    ]);
  });

  test('with a title above the header, or the line that sets the delimiter for Excel', () => {
    expect(read(['Attendees of the Summit', '', HEADER, ADA].join('\n'))).toEqual([
      '4 1|Attending|Ada|Byron|ada@example.com',
    ]);
    expect(read(['sep=;', HEADER.replaceAll(',', ';'), ADA.replaceAll(',', ';')].join('\r\n'))).toEqual([
      '3 1|Attending|Ada|Byron|ada@example.com',
    ]);
  });

  test('with company, type, phone, order and ticket', () => {
    const { rows } = readAttendeeCsv(
      `${HEADER},Company,Organization Type?,Cell Phone,Order #,Ticket Type\n${ADA},Cedar,WOSB,202-555-0143,9,VIP`,
    );
    expect(rows).toEqual([
      {
        row: 2,
        record: expect.objectContaining({
          ...{ organizationName: 'Cedar', organizationType: 'WOSB', phone: '202-555-0143' },
          ...{ orderId: '9', ticketType: 'VIP' },
        }),
      },
    ]);
  });
});

describe('readAttendeeCsv names invalid rows', () => {
  test.each([
    ['an extra cell', `${ADA},x`, '2 1 rejected: it has 6 cells where the header has 5: a comma in it is not quoted'],
    ['a truncated file', '1,Ada,Byr', '2 1 rejected: it ends after 3 of 5 cells'],
    ['a total', 'Total,,,,', '2 Total||||'],
    ['a total without a number', ',,,,Sum', '2 |Sum|||'],
  ])('%s', (_, row, expected) => {
    expect(read([HEADER, row].join('\n'))).toEqual([expected]);
  });

  test('extra empty cells are ignored', () => {
    expect(read([HEADER, `${ADA},,`].join('\n'))).toEqual(['2 1|Attending|Ada|Byron|ada@example.com']);
  });

  test('a duplicate attendee', () => {
    expect(read([HEADER, ADA, ADA, ADA.replace('Ada', 'Eve')].join('\n'))).toEqual([
      '2 1|Attending|Ada|Byron|ada@example.com',
      '3 1 rejected: the attendee is in row 2 already, with the same content',
      '4 1 rejected: the attendee is in row 2 already, with other content',
    ]);
  });
});

describe('readAttendeeCsv says why a file cannot be used', () => {
  test.each([
    ['nothing', '', 'it is empty'],
    ['blank lines', '\n\n', 'it is empty'],
    ['a page', '<!doctype html><html>', 'it looks like a page, a spreadsheet or another kind of file'],
    ['a spreadsheet', 'PK\u0003\u0004', 'it looks like a page, a spreadsheet or another kind of file'],
    ['JSON', '[{"id":1}]', 'it looks like a page, a spreadsheet or another kind of file'],
    [
      'an export of orders',
      'Order #,First Name,Last Name,Email\n1,A,B,c@d.co',
      'it has no column “Attendee #” (header in row 1). Export the attendees of the event, not its orders, or import with --eventbrite EVENT_ID.',
    ],
    [
      'missing columns',
      'Attendee #,Name\n1,A',
      'it has no column “First Name”, “Last Name”, “Email” (header in row 1).',
    ],
    [
      'a quotation mark that is never closed',
      `${HEADER}\n1,"Ada,Byron`,
      'a quotation mark after row 1 is never closed',
    ],
  ])('%s', (_, text, why) => {
    expect(() => readAttendeeCsv(text)).toThrow(why);
  });
});

test("readAttendeeCsv: a column of the attendee takes precedence over the buyer's", () => {
  const text = 'Attendee #,First Name,Last Name,Email,Attendee First Name,Attendee Email\n1,Buy,Er,b@b.co,Ada,a@b.co';
  expect(read(text)).toEqual(['2 1|Attending|Ada|Er|a@b.co']);
});

test('readAttendeeCsv: a duplicate heading and a missing status column are warnings', () => {
  expect(readAttendeeCsv('Attendee #,First Name,Last Name,Email,email\n1,A,B,a@b.co,c@d.co')).toEqual({
    rows: [{ row: 2, record: expect.objectContaining({ email: 'a@b.co', status: 'Attending' }) }],
    warnings: [
      'columns 4 and 5 are all named “Email”: the first is used',
      'there is no column “Attendee Status”: everyone counts as attending and no ticket as cancelled',
    ],
  });
});

describe("readAttendeeCsv reads Eventbrite's newer report, which has barcodes instead of attendee numbers", () => {
  const NEWER =
    'Order ID,Order date,Attendee first name,Attendee last name,Attendee email,Phone number,Purchaser city,Event name,' +
    'Ticket quantity,Ticket tier,Ticket type,Buyer first name,Buyer last name,Buyer email,Barcode number';
  const row = (order: string, first: string, email: string, barcode: string, quantity = '1') =>
    `${order},2026-10-01 12:00:00,${first},Lind,${email},(202) 555-0143,Reston,Summit,${quantity},,General,Buy,Er,b@b.co,${barcode}`;
  const readNewer = (...rows: string[]) => readAttendeeCsv([NEWER, ...rows].join('\n'));

  test('the barcode gives the attendee number, which distinguishes the attendees of an order', () => {
    const { rows } = readNewer(
      row('11211912243', 'Ada', 'a@b.co', '1121191224318441583423001'),
      row('11211912243', 'Bo', 'c@b.co', '1121191224318441583424001'),
    );

    expect(rows.map(short)).toEqual([
      '2 18441583423|Attending|Ada|Lind|a@b.co',
      '3 18441583424|Attending|Bo|Lind|c@b.co',
    ]);
    expect(rows[0]).toMatchObject({
      record: { orderId: '11211912243', phone: '(202) 555-0143', ticketType: 'General', quantity: '1' },
    });
  });

  test.each([
    ['one of the organizer', 'VIP-0042', '2 barcode-VIP-0042|Attending|Ada|Lind|a@b.co'],
    ['of another order', '9999999999918441583423001', '2 barcode-9999999999918441583423001|Attending|Ada|Lind|a@b.co'],
    ['missing', '', '2  rejected: it has no barcode number, which is needed to recognize the attendee again'],
    [
      'in powers of ten',
      '1.12119E+24',
      '2  rejected: a spreadsheet has rounded the barcode number to 1.12119E+24: import the file as Eventbrite made it',
    ],
    [
      'with digits lost',
      '1121191224318440000000000',
      '2  rejected: a spreadsheet has rounded the barcode number to 1121191224318440000000000: import the file as ' +
        'Eventbrite made it',
    ],
    ['no code', 'see mail', '2  rejected: the barcode number “see mail” is not made of letters and digits'],
  ])('a barcode that is %s', (_, barcode, expected) => {
    expect(readNewer(row('11211912243', 'Ada', 'a@b.co', barcode)).rows.map(short)).toEqual([expected]);
  });

  test('without barcodes it is rejected, and the message says what to do', () => {
    const text = 'Order ID,Order date,Attendee first name,Attendee last name,Attendee email\n1,x,Ada,Lind,a@b.co';
    expect(() => readAttendeeCsv(text)).toThrow(
      'it has no column “Barcode number” (header in row 1). Without it, the next import cannot recognize the attendees: ' +
        'add the column to the report at Eventbrite and export it again, or import with --eventbrite EVENT_ID.',
    );
  });
});

describe("readAttendeeCsv reads a list of the organizer's own", () => {
  const list = (text: string) => readAttendeeCsv(text);
  const people = (text: string) =>
    list(text).rows.map((row) =>
      'rejected' in row
        ? `${row.row} rejected: ${row.rejected}`
        : [row.row, row.record.status, row.record.firstName, row.record.lastName, row.record.email].join('|'),
    );

  test.each([
    ['First Name,Last Name,Email', 'Ada,Byron,a@b.co'],
    ['Email address,Surname,Given name', 'a@b.co,Byron,Ada'],
    ['Timestamp,Full name,Work email,Dietary needs', '11/27/2026 9:00:00,Ada Byron,a@b.co,none'],
    ['Name,Mail', '"Byron, Ada",a@b.co'],
    ['First Name,Last Name,Name,Email', 'Ada,Byron,Somebody Else,a@b.co'],
  ])('with the header %s', (header, row) => {
    expect(people(`${header}\n${row}`)).toEqual(['2|Attending|Ada|Byron|a@b.co']);
  });

  test('its rows are recognized by the e-mail, however it is written, and the report says so', () => {
    const { rows, warnings } = list('Name,Email\nAda Byron,a@b.co\nAda King,  A@B.CO \nBo Lee,bo@b.co\nNobody,');

    const [ada, , bo] = rows.map(externalIdOf);
    expect(ada).toMatch(/^list-[0-9a-f]{20}$/);
    expect(bo).not.toBe(ada);
    expect(list('Email,Name\nA@b.co,Ada King Byron').rows.map(externalIdOf)).toEqual([ada]);
    expect(rows.slice(1)).toMatchObject([
      { rejected: 'the e-mail is in row 2 already, with other content' },
      {},
      { rejected: 'no e-mail address' },
    ]);
    expect(warnings).toEqual([
      'there is no column “Attendee #”, so attendees are recognized by their e-mail: who gets another one counts as ' +
        'another person',
    ]);
  });

  test('with company, type, phone and status, as far as it has them', () => {
    const text =
      'Name,Email,Company,Organization Type,Telephone,Status\nAda Byron,a@b.co,Firm,WOSB,(202) 555-0143,Declined';
    expect(list(text).rows).toMatchObject([
      { record: { organizationName: 'Firm', organizationType: 'WOSB', phone: '(202) 555-0143', status: 'Declined' } },
    ]);
  });

  test.each([
    ['Name,Company', 'it has no column “Email” (header in row 1).'],
    ['Email,First name', 'it has no column “Last Name” (header in row 1).'],
    ['Email,Company', 'it has no column “First Name”, “Last Name” (header in row 1).'],
  ])('but not with the header %s', (header, why) => {
    expect(() => list(`${header}\na@b.co,b`)).toThrow(why);
  });
});
