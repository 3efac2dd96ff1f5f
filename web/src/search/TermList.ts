import { isNear, MIN_LETTERS } from './isNear.ts';

/** Of a word that begins some term, fewer are wrong: short ones have too many neighbours that mean something else. */
const KNOWN_LETTERS = 6;

/** All words of the documents. */
export class TermList {
  /** By each of its first two letters: a term with one error has one of the two that were typed first. */
  private readonly terms = new Map<string, Set<string>>();

  add(term: string): void {
    for (const letter of firstLetters(term)) {
      const terms = this.terms.get(letter);
      if (terms) terms.add(term);
      else this.terms.set(letter, new Set([term]));
    }
  }

  /** The terms that a word may be with a typing error. */
  near(word: string): ReadonlySet<string> {
    if (word.length < MIN_LETTERS) return NONE;
    let isKnown = false;
    const near = new Set<string>();
    for (const letter of firstLetters(word)) {
      for (const term of this.terms.get(letter) ?? NONE) {
        if (term.startsWith(word)) isKnown = true;
        else if (isNear(word, term)) near.add(term);
      }
    }
    if (!isKnown) return near;
    return word.length < KNOWN_LETTERS ? NONE : new Set([...near].filter(({ length }) => length <= word.length + 1));
  }
}

const NONE: ReadonlySet<string> = new Set();

const firstLetters = (term: string) => new Set([term.charAt(0), term.charAt(1)]);
