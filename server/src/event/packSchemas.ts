import { ORGANIZATION_MAX } from '@companion/contract/constants';
import { CATEGORIES, DAYS } from '@companion/contract/content';
import { isReadableOnWhite } from '@companion/contract/contrastOnWhite';
import { QUESTION_TYPES } from '@companion/contract/question';
import { TEXTS_MAX } from '@companion/contract/staff/programme';
import { ROOM_RULE, readRoomCapacity } from '@companion/contract/staff/roomCapacity';
import { isBlank } from '@companion/contract/text';
import * as z from 'zod';
import { isPictureName } from './pictureFile.ts';
import { isReservedType } from './reportedTypes.ts';
import { isDate, isTimeZone } from './zonedTime.ts';

/*
 * The entries of a pack, as yamlFile.ts returns them: text, lists and objects. Each message continues a sentence that
 * begins with the key.
 */

const MAX_LENGTH = 300;
const COLOR_RULE = 'must be a colour such as "#0e4a5a", dark enough that white text on it can be read (4.5:1)';
/** More would not fit a list on a phone, or a table of a report. */
const NAMES_MAX = 20;
const DAYS_RANGE = `must be from 1 to ${DAYS.length}`;

const value = z
  .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') })
  .trim()
  // What shows nothing is missing.
  .overwrite((text) => (isBlank(text) ? '' : text))
  // PostgreSQL cannot store it.
  .refine((text) => !text.includes('\0'), 'holds a NUL character');
const text = value.pipe(z.string().min(1, 'is missing').max(MAX_LENGTH, `is longer than ${MAX_LENGTH} characters`));
/** Null where it is missing or empty. */
const optional = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .optional(value)
    .transform((given) => given || null)
    .pipe(z.nullable(schema));
const markdown = z.optional(value).transform((given) => given ?? '');
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(schema, 'must be a list').max(TEXTS_MAX, `has more than ${TEXTS_MAX} entries`);

const id = text.pipe(
  z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits and hyphens, at most 64'),
);
const day = text.pipe(z.string().regex(/^\d+$/, 'must be the number of a day: 1, 2').transform(Number));
/** `25:30` is half past one the next morning. */
const time = text.pipe(
  z
    .string()
    .regex(/^([01]?\d|2\d):[0-5]\d$/, 'must be a time such as 09:00, 14:30, or 24:30 for after midnight')
    .transform((written) => {
      const [hours, minutes] = written.split(':').map(Number);
      return { hours: hours ?? 0, minutes: minutes ?? 0 };
    }),
);
const room = text.transform((line, { addIssue }) => {
  const read = readRoomCapacity(line);
  if (!read) addIssue(ROOM_RULE);
  return read ?? z.NEVER;
});
const url = text.pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https address' }));
const picture = text.pipe(z.string().refine(isPictureName, 'must be the plain name of an svg, png, jpg or webp file'));

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Names in the order in which they are shown. */
const names = list(text).pipe(
  z
    .array(z.string())
    .min(1, 'must have at least one entry, or be left out')
    .max(NAMES_MAX, `has more than ${NAMES_MAX} entries`)
    .superRefine((given, context) => {
      const twice = given.find((name, place) => given.findIndex((one) => isSameName(one, name)) < place);
      if (twice) context.addIssue(`has ${twice} twice`);
    }),
);
const types = names.pipe(
  z
    .array(z.string().max(ORGANIZATION_MAX, `has an entry of more than ${ORGANIZATION_MAX} characters`))
    .superRefine((given, context) => {
      const reserved = given.find(isReservedType);
      if (reserved) context.addIssue(`cannot have ${reserved}, which reports use for something else`);
    }),
);

/** Undefined for the default. */
const label = optional(text).transform((given) => given ?? undefined);

export const eventFields = z.strictObject({
  id,
  name: text,
  host: text,
  tagline: text,
  timeZone: text.pipe(z.string().refine(isTimeZone, 'must be a time zone of the IANA list, such as America/New_York')),
  firstDay: text.pipe(
    z.string().refine((given) => given === 'today' || isDate(given), 'must be a date such as 2026-11-20, or today'),
  ),
  days: day.pipe(z.number().min(1, DAYS_RANGE).max(DAYS.length, DAYS_RANGE)),
  termsVersion: text,
  organizationTypes: z.optional(types),
  tiers: z.optional(names),
  dayFilters: z.optional(names),
  breakoutsFilter: label,
  speakersFilter: label,
  color: optional(text.pipe(z.string().refine(isReadableOnWhite, COLOR_RULE))),
  rooms: z
    .optional(list(room))
    .transform((rooms = []) => rooms)
    .superRefine((rooms, context) => {
      for (const [name, rows] of Map.groupBy(rooms.keys(), (index) => rooms[index]?.name)) {
        const numbers = rows.map((index) => index + 1).join(' and ');
        if (rows.length > 1) context.addIssue(`list ${name} in rows ${numbers}: keep one of them`);
      }
    }),
  helpDesk: z.strictObject(
    { email: text.pipe(z.email('must be an e-mail address')), phone: text },
    // Undefined keeps zod's own message about unknown keys.
    { error: ({ code }) => (code === 'invalid_type' ? 'must have email and phone' : undefined) },
  ),
});

const agendaCategory = z.enum(
  CATEGORIES.filter((category) => category !== 'Speakers' && category !== 'Sponsor'),
  { error: `must be Breakout Sessions, or Day 1 to ${DAYS.at(-1)}` },
);

export const agendaFields = z.strictObject({
  id,
  day,
  start: time,
  end: time,
  category: agendaCategory,
  title: text,
  subtitle: optional(text),
  room: optional(text),
  speakers: z.optional(list(text)).transform((ids) => ids ?? []),
  sponsor: optional(text),
  body: markdown,
});

export const speakerFields = z.strictObject({
  id,
  name: text,
  role: optional(text),
  organization: optional(text),
  picture: optional(picture),
  bio: markdown,
});

export const sponsorFields = z.strictObject({
  id,
  name: text,
  tier: text,
  url,
  logo: picture,
  about: markdown,
});

export const campaignFields = z.strictObject({ id, title: text, questions: list(z.unknown()) });

export const questionFields = z.strictObject({
  id,
  type: z.enum(QUESTION_TYPES, { error: `must be one of ${QUESTION_TYPES.join(', ')}` }),
  question: text,
  options: z.optional(list(text)).transform((options) => options ?? []),
});
