import { NAME_MAX, NAME_MIN, ORGANIZATION_MAX } from '@companion/contract/constants';
import { email } from '@companion/contract/email';
import { ORGANIZATION_TYPE_SYNONYMS } from '@companion/contract/eventDefaults';
import { isBlank } from '@companion/contract/text';
import { toNational } from '@companion/contract/usPhone';

type Kept =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'orderId'
  | 'ticketType'
  | 'phone'
  | 'organizationName'
  | 'organizationType';

/**
 * One attendee as the ticketing service describes them, from a row of a file or from the API. Absent: not stated.
 * `quantity` is how many tickets the row stands for.
 */
export type AttendeeRecord = { [Field in Kept | 'status' | 'quantity']?: string | null | undefined } & {
  externalId: string;
  /** When the service last changed the attendee, in milliseconds; only the API states it. */
  changedAt?: number | undefined;
};

/** One attendee of a file or of an answer of the API, or why it cannot be read. */
export type Entry = { record: AttendeeRecord } | { externalId: string; rejected: string };

export const externalIdOf = (entry: Entry): string => ('record' in entry ? entry.record.externalId : entry.externalId);

/** An attendee who can be imported. An empty text is not stated by the source, so the recorded value stays. */
export interface Attendee extends Record<Kept, string> {
  externalId: string;
  cancelled: boolean;
  changedAt: number | null;
}

export type ReadAttendee =
  | { attendee: Attendee; warnings: string[] }
  /** Why the record cannot be imported. */
  | { rejected: string };

const ATTENDING = new Set(['attending', 'checked in', 'registered', 'confirmed', 'approved', 'going', 'yes']);
const CANCELLED = new Set([
  ...['cancelled', 'canceled', 'refunded', 'not attending', 'deleted', 'transferred'],
  ...['declined', 'not going', 'no'],
]);
const MAX_NAME_LENGTH = 200;

/**
 * Checks one record. A cancelled attendee needs only a number.
 * @param types the organization types of the event
 */
export function readAttendee(record: AttendeeRecord, types: readonly string[]): ReadAttendee {
  const externalId = record.externalId.trim();
  if (externalId === '') return { rejected: 'no attendee number (is the row a total?)' };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(externalId)) {
    return {
      rejected: `a spreadsheet has rounded the attendee number to ${externalId}: export again, and import that file`,
    };
  }
  if (!/^(?:\d{1,30}|barcode-[\w-]{1,60}|list-\w{20})$/.test(externalId))
    return { rejected: 'the attendee number is not a number' };

  const status = lineOf(record.status).toLowerCase();
  const cancelled = CANCELLED.has(status);
  if (!cancelled && status === 'unpaid') return { rejected: 'not paid yet' };
  if (!cancelled && !ATTENDING.has(status)) {
    return { rejected: status ? `the status “${lineOf(record.status)}” is not known` : 'no attendee status' };
  }

  const names = { firstName: lineOf(record.firstName), lastName: lineOf(record.lastName) };
  const address = email.safeParse(record.email ?? '');
  const unusable = whyUnusable(names, lineOf(record.email), address.success);
  if (unusable && !cancelled) return { rejected: unusable };

  const warnings: string[] = [];
  const warn = (warning: string | undefined) => {
    if (warning && !cancelled) warnings.push(warning);
  };
  warn(aboutName('first name', names.firstName));
  warn(aboutName('last name', names.lastName));
  const quantity = Number(record.quantity);
  if (quantity > 1) warn(`the row stands for ${quantity} tickets but names one person: the others are not imported`);
  const phone = lineOf(record.phone);
  const national = toNational(phone);
  if (phone && !national) warn('the phone is not a US number and is left out');
  const type = organizationTypeOf(lineOf(record.organizationType), types);
  if (type === undefined) warn('the organization type is not one that the app knows: the attendee is asked for it');
  const organizationName = lineOf(record.organizationName);
  if (organizationName.length > ORGANIZATION_MAX) warn(`the company is longer than ${ORGANIZATION_MAX} characters`);

  const attendee: Attendee = {
    externalId,
    cancelled,
    ...(unusable ? { firstName: '', lastName: '' } : names),
    email: !unusable && address.success ? address.data : '',
    orderId: lineOf(record.orderId),
    ticketType: lineOf(record.ticketType),
    phone: unusable ? '' : (national ?? ''),
    organizationName: isMasked(organizationName) ? '' : organizationName.slice(0, ORGANIZATION_MAX),
    organizationType: type ?? '',
    changedAt: record.changedAt ?? null,
  };
  return { attendee, warnings };
}

function whyUnusable(
  { firstName, lastName }: { firstName: string; lastName: string },
  address: string,
  valid: boolean,
): string | undefined {
  const fields = { 'First Name': firstName, 'Last Name': lastName, Email: address };
  const masked = Object.entries(fields).flatMap(([field, text]) => (isMasked(text) ? [field] : []));
  if (masked.length > 0) {
    return `masked by Eventbrite (${masked.join(', ')}): the buyer has not given the attendee's details`;
  }
  if (address === '') return 'no e-mail address';
  if (!valid) return 'the e-mail address is not valid';
  if ([firstName, lastName].some((name) => name.length > MAX_NAME_LENGTH))
    return `a name of more than ${MAX_NAME_LENGTH} characters`;
  return undefined;
}

/** What Eventbrite writes for details that it does not have or may not disclose. */
const isMasked = (text: string) => /\*|^info(rmation)? requested$/i.test(text);

function aboutName(what: string, name: string): string | undefined {
  if (name.length < NAME_MIN)
    return `the ${what} is ${name ? 'a single letter' : 'missing'}: the attendee is asked for it`;
  if (name.length > NAME_MAX)
    return `the ${what} is longer than ${NAME_MAX} characters: the attendee is asked to shorten it`;
  return undefined;
}

/** One line of well-formed text without control characters, which databases reject. */
export function lineOf(text: string | null | undefined): string {
  const line = (text ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return isBlank(line) ? '' : line;
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * The organization type that an answer on a ticket form means.
 * @returns empty without an answer; undefined for an unknown type, or several at once
 */
function organizationTypeOf(answer: string, types: readonly string[]): string | undefined {
  if (answer === '') return '';
  // "Small Business (SB)" names the type twice, so the abbreviation is cut off; "8(a)" has none.
  const key = letters(answer.replace(/ \([A-Z]+\)$/, ''));
  const synonym = ORGANIZATION_TYPE_SYNONYMS[key];
  return types.find((type) => type === answer || letters(type) === key || type === synonym);
}

/**
 * The questions on a ticket form whose answers are used, in the wordings of organizers (see questionKey) and in order
 * of preference. Other questions are ignored.
 */
export const QUESTIONS = {
  organizationName: [
    'company',
    'organization',
    'organisation',
    'company name',
    'organization name',
    'company/organization',
  ],
  organizationType: [
    ...['organization type', 'organisation type', 'type of organization', 'company type', 'business type'],
    ...['business classification', 'small business classification'],
  ],
};

/** A question or a column's heading, normalized for comparison. */
export const questionKey = (text: string): string =>
  text
    .trim()
    .replace(/(?<![?:*])[?:*]+$/, '')
    .trimEnd()
    .replace(/\s+/g, ' ')
    .toLowerCase();
