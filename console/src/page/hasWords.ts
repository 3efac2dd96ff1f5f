import { foldText } from '@companion/contract/staff/foldText';

/** Whether a text contains every word that is searched. */
export function hasWords(text: string, searched: string): boolean {
  const folded = foldText(text);
  return foldText(searched)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
