import pg from 'pg';

/** Prepared statements per connection. */
const MAX_STATEMENTS = 300;
/** A batch of rows is another statement for each number of rows: large batches would displace all others. */
const MAX_VALUES = 200;
const names = new Map<string, string>();

/**
 * A connection on which PostgreSQL parses and plans a statement once, not at each use. Statements that select all
 * columns (`*`) are not prepared: they would fail once another node has added a column.
 */
export class PreparingClient extends pg.Client {
  // pg declares a dozen shapes of this call; Kysely uses the one with text and values.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const fits = Array.isArray(values) && values.length > 0 && values.length <= MAX_VALUES;
    const name = typeof text === 'string' && fits ? nameOf(text) : undefined;
    const prepared = name ? [{ name, text, values }, ...rest] : args;
    return super.query(...(prepared as [pg.QueryConfig]));
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_STATEMENTS || text.includes('*')) return known;
  const name = `companion_${names.size}`;
  names.set(text, name);
  return name;
}
