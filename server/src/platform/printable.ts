/**
 * Removes what steers a terminal, or changes the order of what it shows, from a text that may quote a file: control
 * characters except line ends and tabs, other line ends, and the marks of writing direction.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
