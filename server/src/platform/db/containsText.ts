import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column contains a text in any case of letters; the text's own wildcards stand for themselves. */
export function containsText(column: string, text: string): Expression<SqlBool> {
  const term = text.toLowerCase();
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${lowered(column, term)} like ${pattern} escape '\\'`;
}

/**
 * The column with the letters of the term in lower case. On SQLite, and on PostgreSQL with the locale C, `lower` knows
 * ASCII only, so the other letters of the term are replaced one by one: a term without any costs nothing.
 */
function lowered(column: string, term: string): Expression<string> {
  let text = sql<string>`lower(${sql.ref(column)})`;
  for (const letter of new Set(term)) {
    const upper = letter.toUpperCase();
    if (letter > '\x7f' && upper !== letter) text = sql<string>`replace(${text}, ${upper}, ${letter})`;
  }
  return text;
}
