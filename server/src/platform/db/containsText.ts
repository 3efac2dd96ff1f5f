import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a column contains a text in any case of letters; the text's own wildcards stand for
 * themselves.
 */
export function containsText(column: string, text: string): RawBuilder<SqlBool> {
  const term = text.toLowerCase();
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${lowered(column, term)} like ${pattern} escape '\\'`;
}

/**
 * The column with the letters of the term in lower case. On SQLite, and on PostgreSQL with the locale C, `lower` knows
 * ASCII only, so the other letters of the term are replaced, all at once: a term without any costs nothing.
 */
function lowered(column: string, term: string): RawBuilder<string> {
  const text = sql<string>`lower(${sql.ref(column)})`;
  const letters = [...new Set(term)].filter((letter) => letter > '\x7f' && isOtherLetter(letter, letter.toUpperCase()));
  if (letters.length === 0) return text;
  // PostgreSQL does not see the type of a parameter here.
  const [upper, lower] = [letters.join('').toUpperCase(), letters.join('')];
  return sql<string>`translate(${text}, cast(${upper} as text), cast(${lower} as text))`;
}

/** Some letters are two in upper case. */
const isOtherLetter = (letter: string, upper: string): boolean => upper !== letter && [...upper].length === 1;
