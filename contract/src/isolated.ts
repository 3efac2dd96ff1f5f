/** Letters that run from right to left, and marks that change the direction. */
const CHANGES_DIRECTION =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A text that a person has typed, such as a name, for a sentence: its direction and its marks do not reach the words
 * around it. Text that runs from left to right stays as it is.
 */
export function isolated(text: string): string {
  if (!CHANGES_DIRECTION.test(text)) return text;
  let open = 0;
  // One that closes more than the text has opened would end the isolation too early.
  const closed = text.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== '\u2069') open += 1;
    else if (open === 0) return '';
    else open -= 1;
    return mark;
  });
  return `\u2068${closed}${'\u2069'.repeat(open + 1)}`;
}
