/*
 * Fields of files that other programs write, taken as liberally as their meaning allows: ids as numbers or strings,
 * null or an empty string for nothing, a text in several languages for a text.
 */

export type Loose = Record<string, unknown>;

export const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): Loose => (isRecord(value) ? value : {});

/** Null and undefined are no values; what is no list is a list of one. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}

/** The records of a list; `other` hears of each place that holds something else. */
export const recordsOf = (value: unknown, other?: (index: number) => void): Loose[] =>
  listOf(value).filter((item, index): item is Loose => {
    if (!isRecord(item)) other?.(index);
    return isRecord(item);
  });

/** Text as it stands, over several lines; undefined when there is none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return cleanText(value).trim() || undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return firstText(value);
  // An element of XML with attributes, or one text in several languages: English, else whichever comes first.
  if (isRecord(value)) {
    const others = Object.entries(value).flatMap(([key, text]) => (isText(text) && !key.startsWith('@') ? [text] : []));
    return firstText([value['#text'], value.en, ...others]);
  }
  return undefined;
}

/** Text for a field of one line. */
export const lineOf = (value: unknown): string | undefined => textOf(value)?.replace(/\s+/g, ' ');

/** An id. Merged schedules write 0 where they know none, which then identifies nothing. */
export const identifierOf = (value: unknown): string | undefined => {
  const id = lineOf(value);
  return id && /^0+$/.test(id) ? undefined : id;
};

export const flagOf = (value: unknown): boolean => value === true || /^(?:true|yes|1)$/i.test(textOf(value) ?? '');

const firstText = (values: unknown[]) => values.map(textOf).find(Boolean);

const isText = (value: unknown) => typeof value === 'string';

/** Without what no screen shows and some databases refuse: control characters, half surrogates, reversed reading. */
function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
  );
}
