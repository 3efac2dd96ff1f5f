import { completeNames } from '@companion/contract/eventDefaults';
import { expect, test } from 'vitest';
import { type AttendeeRecord, readAttendee } from './readAttendee.ts';

const { organizationTypes: TYPES } = completeNames({}, 2);

const record = (given: Partial<AttendeeRecord> = {}): AttendeeRecord => ({
  ...{ externalId: '18441583423', status: 'Attending', firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
  ...given,
});
const rejectedFor = (given: Partial<AttendeeRecord>) => {
  const read = readAttendee(record(given), TYPES);
  return 'rejected' in read ? read.rejected : undefined;
};
/** The attendee and the warnings of a record that can be imported. */
const accepted = (given: Partial<AttendeeRecord>, types = TYPES) => {
  const read = readAttendee(record(given), types);
  if ('rejected' in read) throw new Error(read.rejected);
  return { ...read.attendee, warnings: read.warnings };
};

test('readAttendee: texts are trimmed to one line without control characters', () => {
  expect(accepted({ firstName: ' A\u0000d\u0007a ', lastName: 'Byron\nLovelace', email: ' Ada@Example.com ' })).toEqual(
    {
      ...{ externalId: '18441583423', cancelled: false, firstName: 'A d a', lastName: 'Byron Lovelace' },
      ...{
        email: 'Ada@Example.com',
        orderId: '',
        ticketType: '',
        phone: '',
        organizationName: '',
        organizationType: '',
      },
      ...{ changedAt: null, warnings: [] },
    },
  );
});

test.each([
  [
    { firstName: 'Info Requested', lastName: 'Info Requested', email: 'Info Requested' },
    /^masked by Eventbrite \(First Name, Last Name, Email\): /,
  ],
  [{ firstName: 'J***' }, /masked by Eventbrite \(First Name\)/],
  [{ email: 'j****@e****.com' }, /masked by Eventbrite/],
  [{ email: '' }, 'no e-mail address'],
  [{ email: 'ada at example.com' }, 'the e-mail address is not valid'],
  [{ externalId: '' }, /^no attendee number/],
  [{ externalId: 'Total' }, 'the attendee number is not a number'],
  [{ externalId: '1.84416E+10' }, /a spreadsheet has rounded the attendee number to 1.84416E\+10/],
  [{ status: 'Unpaid' }, 'not paid yet'],
  [{ status: '' }, 'no attendee status'],
  [{ status: 'Asistirá' }, 'the status “Asistirá” is not known'],
  [{ lastName: 'x'.repeat(201) }, 'a name of more than 200 characters'],
])('readAttendee: %j is rejected: %s', (given, why) => {
  expect(rejectedFor(given)).toMatch(why);
});

test.each(['Attending', 'Checked In', ' checked  in '])('readAttendee: %s is attending', (status) => {
  expect(accepted({ status }).cancelled).toBe(false);
});

test.each(['Not Attending', 'Deleted', 'Cancelled', 'canceled', 'Refunded', 'Transferred'])(
  'readAttendee: %s is cancelled',
  (status) => {
    expect(accepted({ status }).cancelled).toBe(true);
  },
);

test('readAttendee: a cancelled attendee needs only a number, and no masked detail is kept', () => {
  expect(accepted({ status: 'Deleted', firstName: 'J***', email: 'Info Requested', organizationName: '****' })).toEqual(
    {
      ...{ externalId: '18441583423', cancelled: true, firstName: '', lastName: '', email: '', orderId: '' },
      ...{ ticketType: '', phone: '', organizationName: '', organizationType: '', changedAt: null, warnings: [] },
    },
  );
});

test('readAttendee: a name that the form would reject is imported with a warning, because the attendee is asked for it', () => {
  expect(accepted({ firstName: 'J', lastName: '' }).warnings).toEqual([
    'the first name is a single letter: the attendee is asked for it',
    'the last name is missing: the attendee is asked for it',
  ]);
  expect(accepted({ lastName: 'x'.repeat(36) }).warnings).toEqual([
    'the last name is longer than 35 characters: the attendee is asked to shorten it',
  ]);
});

test.each([
  ['202-555-0143', '(202) 555-0143', []],
  ['+1 202 555 0143', '(202) 555-0143', []],
  ['+44 20 7946 0000', '', ['the phone is not a US number and is left out']],
  ['none', '', ['the phone is not a US number and is left out']],
  ['', '', []],
])('readAttendee: the phone %s is read as %s', (phone, national, warnings) => {
  expect(accepted({ phone })).toMatchObject({ phone: national, warnings });
});

test.each([
  ['8(a)', '8(a)'],
  ['8a', '8(a)'],
  ['hubzone', 'HUBZone'],
  ['Service-Disabled Veteran-Owned Small Business (SDVOSB)', 'SDVOSB'],
  ['Woman-owned small business', 'WOSB'],
  ['Small Business', 'Small'],
  ['Other', 'other'],
])('readAttendee: the organization type %s is %s', (organizationType, type) => {
  expect(accepted({ organizationType })).toMatchObject({ organizationType: type, warnings: [] });
});

test.each(['Indian tribe owned', '8(a) | HUBZone'])(
  'readAttendee: the organization type %s is left for the attendee to choose',
  (type) => {
    expect(accepted({ organizationType: type })).toMatchObject({
      organizationType: '',
      warnings: ['the organization type is not one that the app knows: the attendee is asked for it'],
    });
  },
);

test.each([
  ['universität ', 'Universität'],
  ['Small Business (SB)', 'Small'],
  ['8(a)', ''],
  ['Woman-owned small business', ''],
])('readAttendee: at an event with types of its own, %s is "%s"', (organizationType, type) => {
  expect(accepted({ organizationType }, ['Universität', 'Small']).organizationType).toBe(type);
});
