/**
 * In a word: a vowel with the consonants after it, and the start of the next syllable, which is the last consonant before a
 * vowel, or letters that stay together.
 */
const SYLLABLE = /([aeiouyà-ü][^aeiouyà-ü]*?)(sch|[cgpst]h|qu|s[pt]|[^aeiouyà-ü])(?=[aeiouyà-ü])/gi;
/** Shorter ones fit a line of any phone. */
const LONG_WORD = /\p{L}{10,}/gu;
/** The fewest letters on a line. */
const MIN = 3;
const SOFT_HYPHEN = '\u00ad';

/**
 * Marks where the words of a name may break that are longer than a line: browsers hyphenate no word that begins with a
 * capital. A mark shows only where its word breaks.
 */
export const softHyphens = (name: string): string =>
  name.replace(LONG_WORD, (word) =>
    word.replace(SYLLABLE, (found, end: string, start: string, position: number) => {
      const at = position + end.length;
      return at >= MIN && at <= word.length - MIN ? `${end}${SOFT_HYPHEN}${start}` : found;
    }),
  );
