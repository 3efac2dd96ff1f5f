/** A word of a text, as the index knows it, and where it stands in the text. */
export interface Word {
  term: string;
  start: number;
  end: number;
}

/** Letters that Unicode takes for letters of their own, and people type by their look or sound. */
const SPELLINGS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŋ: 'n', ŧ: 't', ς: 'σ' },
};
const SPELLED = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g');

/** Most words, which need nothing but lower case. */
const PLAIN = /^[a-z0-9]*$/;

/** Without case, accents and special letters: `Straße` and `STRASSE` are `strasse`. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(SPELLED, (letter) => SPELLINGS[letter] ?? letter);
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CHUNK = /\S+/g;
/** Of scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
export const isUnspaced = (text: string): boolean => !PLAIN.test(text) && UNSPACED.test(text);
/** Longer queries are cut: each word adds a reading, and each reading is searched for. */
const QUERY_WORDS = 12;
/** Longer queries of such a script are cut. */
const UNSPACED_LETTERS = 12;
/** `8(a)` and `set-asides`, but no web address. */
const JOINED_WORDS = 4;
/** `HUBZone` and `c3Power` have parts. */
const PART = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u;

/**
 * The words of a text, and what else people may type for them: the parts of a name such as `DiPatri`; in one word what
 * is written together, so that `8a` finds `8(a)`; in a script without spaces a word from any letter.
 */
export function wordsOf(text: string): Word[] {
  return chunksOf(text).flatMap((words) => {
    const single = words.flatMap((word) =>
      isUnspaced(word.term) ? beginnings(text, word) : [word, ...partsOf(text, word)],
    );
    return words.length > 1 && words.length <= JOINED_WORDS ? [...single, joined(words)] : single;
  });
}

/**
 * The ways to read a query, each in words that must all be there: as it was typed, and with each two neighbours as one
 * word, since `set aside`, `wi-fi` and `data base` may be written otherwise.
 */
export function readQuery(query: string): string[][] {
  const words = chunksOf(query)
    .flat()
    .slice(0, QUERY_WORDS)
    .map(({ term }) => (isUnspaced(term) ? shortened(term) : term));
  const pairs = words.slice(1).map((word, index) => words.toSpliced(index, 2, `${words[index]}${word}`));
  return [words, ...pairs];
}

/** The words between spaces. */
const chunksOf = (text: string): Word[][] =>
  [...text.matchAll(CHUNK)].map(({ 0: chunk, index }) =>
    [...chunk.matchAll(WORD)]
      .map((word) => ({
        term: fold(word[0]),
        start: index + word.index,
        end: index + word.index + word[0].length,
      }))
      // A mark without its letter.
      .filter(({ term }) => term),
  );

const joined = (words: Word[]): Word => ({
  term: words.map(({ term }) => term).join(''),
  start: words[0]?.start ?? 0,
  end: words.at(-1)?.end ?? 0,
});

const shortened = (term: string) => term.slice(0, UNSPACED_LETTERS);

function beginnings(text: string, { start, end }: Word): Word[] {
  const letters = [...text.slice(start, end).matchAll(/./gsu)];
  return letters
    .map(({ index }) => ({ term: shortened(fold(text.slice(start + index, end))), start: start + index, end }))
    .filter(({ term }) => term);
}

function partsOf(text: string, { term, start, end }: Word): Word[] {
  const word = text.slice(start, end);
  // A word in lower case without a number has none.
  if (word === term && !/\d/.test(word)) return [];
  const [first = '', ...rest] = word.split(PART);
  let from = start + first.length;
  return rest.map((part) => {
    const found = { term: fold(part), start: from, end: from + part.length };
    from = found.end;
    return found;
  });
}
