import { setImmediate } from 'node:timers/promises';
import { ROWS_IN_BATCH } from './readInBatches.ts';

/**
 * Reads a table that is too long for one go by its key, some rows at a time, between which other requests are answered.
 * @param read the first `limit` rows after this key, in its order
 */
export async function* readByKey<Key extends string, Row extends Record<Key, string>>(
  key: Key,
  read: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  // Before every key.
  let after = '';
  for (;;) {
    const rows = await read(after, ROWS_IN_BATCH);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_IN_BATCH) return;
    after = last[key];
    await setImmediate();
  }
}
