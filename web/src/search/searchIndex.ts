import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import type { SearchDocument } from './searchDocuments.ts';
import { isUnspaced, readQuery, wordsOf } from './searchWords.ts';
import { TermList } from './TermList.ts';

/** The words of a document that matched, with how many of their letters. */
export type MatchedTerms = ReadonlyMap<string, number>;

/** A document that has what was typed. */
export interface Found {
  document: SearchDocument;
  terms: MatchedTerms;
  /** Whether a word that was typed is in the text of the document alone, which no list shows. */
  isInBody: boolean;
}

export interface SearchResults {
  /** The best first. */
  found: Found[];
  /** Whether nothing has every word that was typed, so that these have some. */
  isPartial: boolean;
}

export interface SearchIndex {
  /** What can be found. */
  documents: readonly SearchDocument[];
  find: (query: string) => SearchResults;
}

/** The fields, with the rank of a match in each: the title, then who and where, then the rest. */
const RANKS: Record<string, number> = { title: 0, names: 1, room: 1, day: 2, details: 2, body: 3 };
/** Behind every word that was typed right. */
const NEAR_RANK = 4;
const MISSING_RANK = 8;
/** For the order of those that match in the same field. */
const BOOST = { title: 4, names: 2, room: 2 };
/** So few letters begin too many words to look for them in long texts. */
const FEW_LETTERS = 2;
const SHORT_FIELDS = ['title', 'names', 'room'];

/** Documents at once: a phone indexes them within a frame. */
const SLICE = 8;

interface Rank {
  /** The lower, the better. */
  rank: number;
  isInBody: boolean;
}

interface Ranked extends Rank {
  document: SearchDocument;
  result: SearchResult;
}

/** A typed word, and the words of the documents that it may be with a typing error. */
interface Wanted {
  word: string;
  near: ReadonlySet<string>;
}

/**
 * Indexes the documents in slices, between which the phone is free.
 * @param plainText the text of a body
 */
export async function buildSearchIndex(
  documents: readonly SearchDocument[],
  plainText: (html: string) => string,
): Promise<SearchIndex> {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const terms = new TermList();
  const index = new MiniSearch<SearchDocument>({
    fields: Object.keys(RANKS),
    stringifyField: (value: string, field) => (field === 'body' ? plainText(value) : value),
    tokenize: (text) => wordsOf(text).map(({ term }) => term),
    processTerm: (term) => {
      terms.add(term);
      return term;
    },
    searchOptions: { tokenize: (text) => [text], processTerm: (term) => term, boost: BOOST },
  });
  await index.addAllAsync(documents, { chunkSize: SLICE });

  const find = (query: string): SearchResults => {
    const readings = readQuery(query).map((words) => words.map((word) => ({ word, near: terms.near(word) })));
    const [asTyped = []] = readings;
    const complete = index.search({ combineWith: 'OR', queries: readings.map((words) => wordsQuery('AND', words)) });
    const isPartial = complete.length === 0 && asTyped.length > 1;
    const ranked = (isPartial ? index.search(wordsQuery('OR', asTyped)) : complete).flatMap((result) => {
      const document = byId.get(result.id);
      return document ? { document, result, ...bestRank(readings, result) } : [];
    });
    // Those of equal rank stay in the order of their scores.
    ranked.sort((one, other) => one.rank - other.rank);
    const found = ranked.map(foundOf);
    return { found, isPartial: isPartial && found.length > 0 };
  };
  return { documents, find };
}

/** Few of the results are shown, each at several letters: their words are collected once, when they are asked for. */
function foundOf({ document, result, isInBody }: Ranked): Found {
  let matched: MatchedTerms | undefined;
  return {
    document,
    isInBody,
    get terms() {
      matched ??= new Map(result.terms.map((term) => [term, matchedLetters(term, result.queryTerms)]));
      return matched;
    },
  };
}

/** A whole word, unless the script shows no words. */
const matchedLetters = (term: string, typed: readonly string[]): number =>
  isUnspaced(term)
    ? Math.max(...typed.map((word) => (term.startsWith(word) ? word.length : 0)))
    : Number.POSITIVE_INFINITY;

const wordsQuery = (combineWith: 'AND' | 'OR', words: readonly Wanted[]): Query => ({
  combineWith,
  queries: words.map(({ word, near }) => ({
    combineWith: 'OR',
    queries: [
      word,
      { queries: [word], prefix: true, ...(word.length <= FEW_LETTERS && { fields: SHORT_FIELDS }) },
      { combineWith: 'OR', queries: [...near] },
    ],
  })),
});

/** The rank of the reading that fits best: the mean of its words. */
function bestRank(readings: readonly Wanted[][], { match }: SearchResult): Rank {
  let best: Rank = { rank: Number.POSITIVE_INFINITY, isInBody: false };
  for (const words of readings) {
    let sum = 0;
    let isInBody = false;
    for (const word of words) {
      const rank = wordRank(word, match);
      sum += rank;
      if (rank % NEAR_RANK === RANKS.body) isInBody = true;
    }
    if (sum / words.length < best.rank) best = { rank: sum / words.length, isInBody };
  }
  return best;
}

function wordRank({ word, near }: Wanted, match: SearchResult['match']): number {
  let best = MISSING_RANK;
  // A large event has hundreds of documents with a first letter: no lists of pairs are made for each.
  for (const term in match) {
    const error = term.startsWith(word) ? 0 : near.has(term) ? NEAR_RANK : MISSING_RANK;
    if (error >= best) continue;
    for (const field of match[term] ?? []) best = Math.min(best, error + (RANKS[field] ?? MISSING_RANK));
  }
  return best;
}
