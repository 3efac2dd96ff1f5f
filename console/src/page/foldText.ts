/** A text without case and accents, to search in it. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text contains every word that is searched. */
export function hasWords(text: string, searched: string): boolean {
  const folded = foldText(text);
  return foldText(searched)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
