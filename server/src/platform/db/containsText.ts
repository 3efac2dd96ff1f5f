import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether a column contains a text in any case of letters; the text's own wildcards stand for themselves. */
export const containsText = (column: string, text: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${sql.ref(column)}) like ${`%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
