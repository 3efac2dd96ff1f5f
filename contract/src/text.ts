import * as z from 'zod/mini';

/**
 * What shows nothing by itself: spaces, control characters except NUL, marks of writing direction, joiners, fillers and
 * soft hyphens. Inside of other text they may have a meaning.
 */
const BLANK = /^(?:(?!\0)[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800])*$/u;

/** Whether a text shows nothing (decision 032). */
export const isBlank = (text: string): boolean => BLANK.test(text);

/**
 * Removes control characters: people do not type them, and JSON writes six bytes for each. Line breaks and tabs stay.
 * NUL stays too, and the server rejects it, because PostgreSQL cannot store it.
 */
const typed = () =>
  z.overwrite((text: string) => (isBlank(text) ? '' : text.replace(/(?![\t\n\r\0])\p{Cc}/gu, '').trim()));

/**
 * Required text: trimmed, without control characters. Blank text counts as empty (decision 032).
 * @param required the message if it is missing, empty or not a text
 * @param max characters after trimming
 */
export const requiredText = (required: string, max: number) =>
  z.string({ error: required }).check(typed(), z.minLength(1, required), z.maxLength(max, tooLong(max)));

/** Text that may be empty. */
export const textUpTo = (max: number) => anyText().check(z.maxLength(max, tooLong(max)));

/** Text of any length, as the other kinds store it. */
export const anyText = () => z.string({ error: 'Must be text' }).check(typed());

/** Text that may be left out or left empty. */
export const optionalText = (max: number) => z.optional(textUpTo(max));

/** §5: "Must be {min} characters or more", "Must be {max} characters or less". */
export const boundedText = (required: string, min: number, max: number) =>
  z.string({ error: required }).check(
    typed(),
    z.refine((text) => text.length > 0, { error: required, abort: true }),
    z.minLength(min, `Must be ${min} characters or more`),
    z.maxLength(max, tooLong(max)),
  );

const tooLong = (max: number) => `Must be ${max} characters or less`;
