const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar does not allow these characters
const CONTROLS = /[\0-\x08\x0e-\x1f\x7f]/g;

/** A text with only those characters that iCalendar allows in one (RFC 5545, 3.3.11). */
export const icsText = (text: string): string => text.toWellFormed().replace(LINE_BREAKS, '\n').replace(CONTROLS, '');
