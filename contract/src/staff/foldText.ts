/** Most texts, which need nothing but lower case. */
const PLAIN = /^[ -~]*$/;

/** A text without case and accents, to search in it. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}
