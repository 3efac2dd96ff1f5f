import { describe, expect, test } from 'vitest';
import { type AttendeeRow, readAttendeeCsv } from './readAttendeeCsv.ts';

/** What is read of each row, in short. */
const short = (row: AttendeeRow) => {
  if ('refused' in row) return `${row.row} ${row.externalId} refused: ${row.refused}`;
  const { externalId, status, firstName, lastName, email } = row.record;
  return `${row.row} ${[externalId, status, firstName, lastName, email].join('|')}`;
};
const read = (text: string) => readAttendeeCsv(text).rows.map(short);

const HEADER = 'Attendee #,First Name,Last Name,Email,Attendee Status';
const ADA = '1,Ada,Byron,ada@example.com,Attending';
const BO = '2,Bo,Lee,bo@example.com,Deleted';

describe('an export is read', () => {
  test.each([
    ['as it is', [HEADER, ADA, BO].join('\n')],
    ['with the line ends of Windows', [HEADER, ADA, BO, ''].join('\r\n')],
    ['with the line ends of an old Macintosh', [HEADER, ADA, BO].join('\r')],
    ['with semicolons', [HEADER, ADA, BO].join('\n').replaceAll(',', ';')],
    ['with tabs', [HEADER, ADA, BO].join('\n').replaceAll(',', '\t')],
    ['with everything in quotation marks', [HEADER, ADA, BO].join('\n').replace(/[^,\n]+/g, '"$&"')],
    ['with a question that has a semicolon in its words', [`${HEADER},A; or B?`, `${ADA},A`, `${BO},B`].join('\n')],
    ['with more columns between', [`x,${HEADER}`, `,${ADA}`, `,${BO}`].join('\n')],
    ['with headings in capitals and spaces', [HEADER.toUpperCase().replaceAll(',', ' , '), ADA, BO].join('\n')],
    ['with empty cells missing at the end', [`${HEADER},Company`, ADA, BO].join('\n').replace(',Company', ',Note')],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual(['2 1|Attending|Ada|Byron|ada@example.com', '3 2|Deleted|Bo|Lee|bo@example.com']);
  });

  test('with its columns in any order, and questions that nobody asked us for', () => {
    const text =
      'Email,How did you hear?,Attendee Status,Last Name,First Name,Attendee #\na@b.co,"x, y",Attending,B,A,7';
    expect(read(text)).toEqual(['2 7|Attending|A|B|a@b.co']);
  });

  test('with the headings of other countries’ English', () => {
    expect(read('Attendee no.,First Name,Surname,Email\n7,A,B,a@b.co')).toEqual(['2 7|Attending|A|B|a@b.co']);
  });

  test('rows are numbered as a spreadsheet does: blank ones and a line break in quotation marks count for one', () => {
    const text = [HEADER, '', ADA.replace('Byron', '"Byron\nLovelace"'), ',,,,', BO].join('\n');
    expect(read(text)).toEqual([
      '3 1|Attending|Ada|Byron\nLovelace|ada@example.com',
      '5 2|Deleted|Bo|Lee|bo@example.com',
    ]);
  });

  test('with a title above the header, or the line that tells Excel the delimiter', () => {
    expect(read(['Attendees of the Summit', '', HEADER, ADA].join('\n'))).toEqual([
      '4 1|Attending|Ada|Byron|ada@example.com',
    ]);
    expect(read(['sep=;', HEADER.replaceAll(',', ';'), ADA.replaceAll(',', ';')].join('\r\n'))).toEqual([
      '3 1|Attending|Ada|Byron|ada@example.com',
    ]);
  });

  test('with what it says besides: company, type, phone, order, ticket', () => {
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

describe('rows that are wrong are named', () => {
  test.each([
    ['a cell too many', `${ADA},x`, '2 1 refused: it has 6 cells where the header has 5: a comma in it is not quoted'],
    ['a file that breaks off', '1,Ada,Byr', '2 1 refused: it breaks off after 3 of 5 cells'],
    ['a total', 'Total,,,,', '2 Total||||'],
    ['a total without a number', ',,,,Sum', '2 |Sum|||'],
  ])('%s', (_, row, expected) => {
    expect(read([HEADER, row].join('\n'))).toEqual([expected]);
  });

  test('empty cells too many are let be', () => {
    expect(read([HEADER, `${ADA},,`].join('\n'))).toEqual(['2 1|Attending|Ada|Byron|ada@example.com']);
  });

  test('an attendee who stands there twice', () => {
    expect(read([HEADER, ADA, ADA, ADA.replace('Ada', 'Eve')].join('\n'))).toEqual([
      '2 1|Attending|Ada|Byron|ada@example.com',
      '3 1 refused: the same attendee stands in row 2 already, just so',
      '4 1 refused: the same attendee stands in row 2 already, but not the same',
    ]);
  });
});

describe('a file that cannot be used says why', () => {
  test.each([
    ['nothing', '', 'it is empty'],
    ['blank lines', '\n\n', 'it is empty'],
    ['a page', '<!doctype html><html>', 'it looks like a page, a spreadsheet or another kind of file'],
    ['a spreadsheet', 'PK\u0003\u0004', 'it looks like a page, a spreadsheet or another kind of file'],
    ['JSON', '[{"id":1}]', 'it looks like a page, a spreadsheet or another kind of file'],
    [
      'an export of orders',
      'Order #,First Name,Last Name,Email\n1,A,B,c@d.co',
      'it has no column “Attendee #” (header in row 1). Export the attendees of the event, not its orders.',
    ],
    [
      'columns that are missing',
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

test("where a buyer's and the attendee's own stand side by side, the attendee's is taken", () => {
  const text = 'Attendee #,First Name,Last Name,Email,Attendee First Name,Attendee Email\n1,Buy,Er,b@b.co,Ada,a@b.co';
  expect(read(text)).toEqual(['2 1|Attending|Ada|Er|a@b.co']);
});

test('what holds for the whole file is a warning: a heading that stands there twice, no status', () => {
  expect(readAttendeeCsv('Attendee #,First Name,Last Name,Email,email\n1,A,B,a@b.co,c@d.co')).toEqual({
    rows: [{ row: 2, record: expect.objectContaining({ email: 'a@b.co', status: 'Attending' }) }],
    warnings: [
      'columns 4 and 5 are all named “Email”: the first is used',
      'there is no column “Attendee Status”: everyone counts as attending, and nobody as cancelled',
    ],
  });
});
