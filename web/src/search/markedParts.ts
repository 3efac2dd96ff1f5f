import type { MatchedTerms } from './searchIndex.ts';
import { type Word, wordsOf } from './searchWords.ts';

/** A part of a text, and whether it matched. */
export interface TextPart {
  text: string;
  isMarked: boolean;
}

/** Splits a text into what matched and what is in between. */
export function markedParts(text: string, terms: MatchedTerms): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  const add = (to: number, isMarked: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isMarked });
    from = Math.max(from, to);
  };
  for (const { term, start, end } of matchesIn(text, terms)) {
    add(start, false);
    add(Math.min(end, start + (terms.get(term) ?? 0)), true);
  }
  add(text.length, false);
  return parts;
}

export const hasMatch = (text: string, terms: MatchedTerms): boolean => matchesIn(text, terms).length > 0;

/** How much of a long text is shown, and how much of it before the first match. */
const EXCERPT = { length: 140, before: 40 };
/** A longer word is cut. */
const WORD_LENGTH = 20;

/** The part of a long text around its first match. */
export function excerptOf(text: string, terms: MatchedTerms): string {
  const match = matchesIn(text, terms)[0]?.start ?? 0;
  const start = match <= EXCERPT.before ? 0 : cutNear(text, match - EXCERPT.before);
  const end = start + EXCERPT.length >= text.length ? text.length : cutNear(text, start + EXCERPT.length);
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}

function cutNear(text: string, position: number): number {
  // The first word has no space before it.
  const space = Math.max(0, text.lastIndexOf(' ', position));
  return space > position - WORD_LENGTH ? space : position;
}

const known = new Map<string, Word[]>();
/** Those of the last letters. */
const MAX_TEXTS = 500;

/** A row is shown at several letters, with the same texts. */
function wordsIn(text: string): Word[] {
  let words = known.get(text);
  if (!words) {
    words = wordsOf(text);
    if (known.size >= MAX_TEXTS) known.clear();
    known.set(text, words);
  }
  return words;
}

/** What is written together begins before its parts. */
const matchesIn = (text: string, terms: MatchedTerms) =>
  wordsIn(text)
    .filter(({ term }) => terms.has(term))
    .sort((one, other) => one.start - other.start || other.end - one.end);
