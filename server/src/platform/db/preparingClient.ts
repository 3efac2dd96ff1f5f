import pg from 'pg';

/** Statements kept ready on each connection. */
const MOST = 300;
/** Rows written together are another statement for each number of rows: the large ones would leave no room for others. */
const MOST_VALUES = 200;
const names = new Map<string, string>();

/**
 * A connection that has PostgreSQL parse and plan a statement once, not at each use. A statement that asks for all
 * columns (`*`) is left out: it would fail once another node has added one.
 */
export class PreparingClient extends pg.Client {
  // pg declares a dozen shapes of this call; Kysely uses the one with text and values.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const fits = Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES;
    const name = typeof text === 'string' && fits ? nameOf(text) : undefined;
    const asked = name ? [{ name, text, values }, ...rest] : args;
    return super.query(...(asked as [pg.QueryConfig]));
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST || text.includes('*')) return known;
  const name = `companion_${names.size}`;
  names.set(text, name);
  return name;
}
