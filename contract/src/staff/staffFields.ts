import * as z from 'zod/mini';
import { isBlank, requiredText } from '../text.ts';

/** Longer than an attendee's, because a staff password opens the data of all attendees. */
export const STAFF_PASSWORD_MIN = 12;
export const STAFF_PASSWORD_MAX = 200;

/** A password that is being chosen. Not trimmed: spaces are part of it. */
export const staffPassword = z.string({ error: 'Required' }).check(
  z.refine((text) => !isBlank(text), { error: 'Required', abort: true }),
  z.minLength(STAFF_PASSWORD_MIN, `Must be ${STAFF_PASSWORD_MIN} characters or more`),
  z.maxLength(STAFF_PASSWORD_MAX, `Must be ${STAFF_PASSWORD_MAX} characters or less`),
);

/** A password that is being entered: any text that could be one. */
export const enteredPassword = z
  .string({ error: 'Required' })
  .check(
    z.minLength(1, 'Required'),
    z.maxLength(STAFF_PASSWORD_MAX, `Must be ${STAFF_PASSWORD_MAX} characters or less`),
  );

/** Six digits of an authenticator app or a mail, or a recovery code; spaces and hyphens do not count. */
export const factorCode = z.string({ error: 'Required' }).check(
  z.overwrite((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  z.regex(/^(\d{6}|[A-Z2-7]{12})$/, 'Must be six digits, or a recovery code'),
);

/** How the console and the audit log name a member. */
export const staffName = requiredText('Required', 80);

/** Which page of a list, from 1. */
export const pageNumber = z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/, { error: 'Must be a page number' })));

export const SEARCH_MAX = 100;

/** Part of a text that a list is searched for, in any case of letters. */
export const searchTerm = z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)));

/** The answer of an export: parts in UTF-8, each made once the one before it was read. */
export const csvFile = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
);
