/** One error in a shorter word makes too many others. */
export const MIN_LETTERS = 4;

/**
 * Whether the typed word has one typing error: a letter too many, missing or wrong, or two swapped. It may be the
 * beginning of the term, unless the error is at its end, where the next letter would show what was meant.
 */
export function isNear(typed: string, term: string): boolean {
  if (typed.length < MIN_LETTERS || term.length < typed.length - 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === term[at]) at += 1;
  // Most terms differ before, so that this is rarely more than a look at two letters.
  const begins = (from: number, termFrom: number) => {
    const rest = typed.slice(from);
    return rest.length > 0 ? term.startsWith(rest, termFrom) : term.length <= termFrom;
  };
  const isSwapped = at + 1 < typed.length && typed[at] === term[at + 1] && typed[at + 1] === term[at];
  return (
    (isSwapped && term.startsWith(typed.slice(at + 2), at + 2)) ||
    begins(at + 1, at + 1) ||
    begins(at + 1, at) ||
    (at < typed.length && term.startsWith(typed.slice(at), at + 1))
  );
}
