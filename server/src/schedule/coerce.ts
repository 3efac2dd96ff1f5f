import { isBlank } from '@companion/contract/text';

/*
 * Reads fields of files that other programs write, as tolerantly as possible: ids as numbers or strings, null or an
 * empty string as missing, a text in several languages as one text.
 */

export type Untyped = Record<string, unknown>;

export const isRecord = (value: unknown): value is Untyped =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Untyped => (isRecord(value) ? value : {});

/** Returns no items for null and undefined, and one item for a value that is not a list. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** Returns the records of a list. `other` gets the index of each item that is not a record. */
export const recordsOf = (value: unknown, other?: (index: number) => void): Untyped[] =>
  listOf(value).filter((item, index): item is Untyped => {
    if (!isRecord(item)) other?.(index);
    return isRecord(item);
  });

/** No program writes a text deeper in lists than this. */
const DEPTH_MAX = 10;

/**
 * Returns text of one or more lines. Undefined if it is missing or empty.
 * @param depth how many lists it is in
 */
export function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') {
    const text = cleanText(value).trim();
    return isBlank(text) ? undefined : text;
  }
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (depth === DEPTH_MAX) return undefined;
  if (Array.isArray(value)) return firstText(value, depth);
  // An XML element with attributes, or a text in several languages: English if it is there, else the first.
  if (isRecord(value)) return firstText([value['#text'], value.en, ...Object.values(value).filter(isText)], depth);
  return undefined;
}

/** Returns text on one line. */
export const lineOf = (value: unknown): string | undefined => textOf(value)?.replace(/\s+/g, ' ');

/** Returns an id. Merged schedules write 0 for a missing id. */
export const identifierOf = (value: unknown): string | undefined => {
  const id = lineOf(value);
  return id && /^0+$/.test(id) ? undefined : id;
};

export const flagOf = (value: unknown): boolean => value === true || /^(?:true|yes|1)$/i.test(textOf(value) ?? '');

const firstText = (values: unknown[], depth: number) => values.map((value) => textOf(value, depth + 1)).find(Boolean);

const isText = (value: unknown) => typeof value === 'string';

/** Removes control characters, lone surrogates and direction marks: screens do not show them, and some databases reject them. */
function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are to be removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  );
}
