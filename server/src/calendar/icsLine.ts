/** Octets, the line break not counted (RFC 5545, 3.1). */
const LONGEST = 75;

const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that iCalendar has no place for
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g;

/** One line of iCalendar, folded where it is long, but never inside a character. */
export function icsLine(name: string, value: string | number): string {
  let line = '';
  let octets = 0;
  for (const character of `${name}:${value}`) {
    const size = Buffer.byteLength(character);
    if (octets + size > LONGEST) {
      line += '\r\n ';
      octets = 1;
    }
    line += character;
    octets += size;
  }
  return `${line}\r\n`;
}

/** A text as the value of such a line, whatever is in it (RFC 5545, 3.3.11). */
export function icsText(text: string): string {
  const plain = text.toWellFormed().replace(LINE_BREAKS, '\n').replace(CONTROLS, '');
  return plain.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** An instant, in milliseconds, in UTC: `20261120T140000Z`. */
export const icsInstant = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+|[-:]/g, '');
